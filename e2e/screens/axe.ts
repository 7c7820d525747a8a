import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

/** The very copy that `@axe-core/playwright` brings along. */
const AXE = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve(
    'axe-core/axe.min.js',
  ),
  'utf8',
)

type Finding = { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }
declare const axe: { run(options: object): Promise<{ violations: Finding[] }> }

/** Lets every page find axe already there, where many are looked at: sending it costs as much as two looks. */
export const bringAxe = (page: Page) => page.addInitScript(AXE)

/** Half-way through a change of colours nothing has its contrast. */
export const standStill = (page: Page) =>
  page.evaluate(async () => {
    const isMoving = () =>
      document
        .getAnimations()
        .some(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        )
    // one that changes nothing to be seen is told to be over with the next picture, which has to be asked for
    while (isMoving()) await new Promise((drawn) => requestAnimationFrame(drawn))
  })

/**
 * What axe finds wrong with what the page shows now, by all of its rules unless `options` say
 * otherwise. The page keeps axe for the next look.
 */
export async function findViolations(page: Page, options: object = {}): Promise<Finding[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  await standStill(page)
  return page.evaluate(async (more) => {
    // what axe would load beforehand is for its rule on sound that starts by itself; nothing here sounds
    const { violations } = await axe.run({ resultTypes: ['violations'], preload: false, ...more })
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ html, failureSummary = '' }) => ({ html, failureSummary })),
    }))
  }, options)
}
