import { expect, test } from 'vitest'
import { isTest, sources } from './sources.ts'

/** One concept may be one file; what is longer is two. */
const MOST_LINES = 400
/** Texts rather than code. */
const EXEMPT = /^(server\/cli\/demo\/|web\/text\/)/

test('files stay small enough to read in one sitting', () => {
  expect(
    sources
      .filter((source) => !EXEMPT.test(source.path) && !isTest(source) && source.lines > MOST_LINES)
      .map(({ path, lines }) => `${path} (${lines})`),
  ).toEqual([])
})
