import { findViolations } from '../screens/axe.ts'
import { expect, type Page } from '../club/journey.ts'

/** Every rule there is, best practices too, on what the page shows now. */
export async function expectNothingFound(page: Page, when: string): Promise<void> {
  // off by itself, and yet part of WCAG 2.2 AA
  const rules = { 'target-size': { enabled: true } }
  const found = (await findViolations(page, { rules }))
    .map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes
        .map(({ html, failureSummary }) => `${html}\n${failureSummary}`)
        // what lies beneath something that floats over it is scrolled away from there
        .filter((words) => id !== 'target-size' || !words.includes('partially obscured'))
        .slice(0, 3),
    }))
    .filter(({ where }) => where.length > 0)
  expect.soft(found, `${when}, on ${page.url()}`).toEqual([])
}
