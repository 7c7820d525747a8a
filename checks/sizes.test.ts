import { expect, test } from 'vitest'
import { code, isTest, sources } from './sources.ts'

const HARD_CAP = 250
const MEDIAN = 60
/** Texts rather than code. */
const EXEMPT = /^(server\/cli\/demo\/|web\/text\/)/

test('files stay small enough to read in one sitting', () => {
  expect(
    sources
      .filter((source) => !EXEMPT.test(source.path) && !isTest(source) && source.lines > HARD_CAP)
      .map(({ path, lines }) => `${path} (${lines})`),
  ).toEqual([])
})

test('the median file fits on a screen', () => {
  const lines = code.map((source) => source.lines).sort((a, b) => a - b)
  expect(lines[Math.floor(lines.length / 2)]).toBeLessThanOrEqual(MEDIAN)
})
