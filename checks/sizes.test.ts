import { readdirSync } from 'node:fs'
import { relative } from 'node:path'
import { expect, test } from 'vitest'
import { at, ROOT } from '../scripts/places.js'
import { FOLDERS } from '../scripts/proof/imports.js'
import { code, isTest, sources } from './sources.ts'

/** One concept may be one file; what is longer is two. */
const MOST_LINES = 400
/** What fits on a screen is its own summary. */
const SUMMARY_FROM = 80
/** Texts rather than code. */
const EXEMPT = /^(server\/cli\/demo\/|web\/text\/)/

/** So many names one still reads as a map. */
const MOST_FILES = 25
/** Lists by their nature, each with the reason; nobody reads them to find out what there is. */
const LISTS = new Map([
  ['web/text/de', 'a catalogue a namespace, found by the name that code and screens call it'],
  ['web/text/en', 'the same catalogues in the other language'],
  ['docs/decisions', 'records found by their number, which other files link to for good'],
])

test('files stay small enough to read in one sitting', () => {
  expect(
    sources
      .filter((source) => !EXEMPT.test(source.path) && !isTest(source) && source.lines > MOST_LINES)
      .map(({ path, lines }) => `${path} (${lines})`),
  ).toEqual([])
})

test('a file that does not fit on a screen says in its first line what it is for', () => {
  const long = code.filter(({ lines }) => lines > SUMMARY_FROM)
  expect(long.length).toBeGreaterThan(300)
  expect(long.filter(({ text }) => !/^\/[/*]/.test(text)).map(({ path }) => path)).toEqual([])
})

test('a folder holds no more files than one reads as a map', () => {
  const counts = new Map<string, number>()
  for (const folder of [...FOLDERS, 'docs'])
    for (const file of readdirSync(at(folder), { recursive: true, withFileTypes: true })) {
      const path = relative(ROOT, file.parentPath).replaceAll('\\', '/')
      if (file.isFile()) counts.set(path, (counts.get(path) ?? 0) + 1)
    }
  const crowded = [...counts].filter(([, count]) => count > MOST_FILES)
  expect(
    crowded.filter(([path]) => !LISTS.has(path)).map(([path, count]) => `${path} (${count})`),
  ).toEqual([])
  // an exception nobody needs any more is deleted
  expect([...LISTS.keys()].filter((list) => !crowded.some(([path]) => path === list))).toEqual([])
})
