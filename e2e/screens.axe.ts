import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, standStill, type Page } from './journey.ts'

/** The very copy that `@axe-core/playwright` brings along. */
const AXE = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve(
    'axe-core/axe.min.js',
  ),
  'utf8',
)

type Finding = { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }
declare const axe: { run(options: object): Promise<{ violations: Finding[] }> }

/** Every rule there is, best practices too, on what the page shows now. The page keeps axe for the next look. */
export async function expectNothingFound(page: Page, when: string): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  await standStill(page)
  const violations = await page.evaluate(async () => {
    // off by itself, and yet part of WCAG 2.2 AA
    const rules = { 'target-size': { enabled: true } }
    // what axe would load beforehand is for its rule on sound that starts by itself; nothing here sounds
    return (await axe.run({ resultTypes: ['violations'], rules, preload: false })).violations
  })
  const found = violations
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
