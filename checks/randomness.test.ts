import { expect, test } from 'vitest'
import { isTest, sources } from './sources.ts'

/** The one place where tests draw and ask for the time, and what it is made for. */
const DRAWS = /^testing\/(random|property)\.ts$/

// the checks themselves name what they look for
const tests = sources.filter(
  (source) => isTest(source) && !DRAWS.test(source.path) && !source.path.startsWith('checks/'),
)

const linesWith = (pattern: RegExp) =>
  tests.flatMap(({ path, text }) =>
    text
      .split('\n')
      .map((line, at) => ({ line, place: `${path}:${at + 1} ${line.trim()}` }))
      .filter(({ line }) => pattern.test(line))
      .map(({ place }) => place),
  )

test('tests draw from the seed of the run and from nothing else', () => {
  expect(tests.length).toBeGreaterThan(500)
  expect(linesWith(/Math\.random|randomUUID|random(Bytes|Int|FillSync)\b|getRandomValues/)).toEqual(
    [],
  )
  expect(linesWith(/from 'fast-check'/)).toEqual([])
})

test('tests ask for the time in one place', () => {
  expect(linesWith(/\bnew Date\(\)|\bDate\.now\(\)/)).toEqual([])
})

// six digits in a row would be taken for a telephone number, and an id is full of them
test('what tests draw where a person could read it is made of letters', () => {
  expect(linesWith(/\w(?<!\bselect)[ -]?\$\{(uuid|hex)\(|\$\{(uuid|hex)\([^)]*\)\}[@\w]/)).toEqual(
    [],
  )
})
