import { expect, test } from 'vitest'
import { findTargets, testKind, testFiles } from './targets.js'

test('every test file is run by its kind, and nothing else is', () => {
  const kinds = Object.fromEntries(testFiles().map((file) => [file, testKind(file)]))
  expect(kinds).toMatchObject({
    'server/features/posts/posts.test.ts': 'test',
    'web/features/posts/room.test.tsx': 'test',
    'server/tests/survival.test.ts': 'test',
    'server/tests/survival.long.test.ts': 'long',
    'e2e/rooms/posts.spec.ts': 'browser',
  })
  expect(kinds).not.toHaveProperty('e2e/club/journey.ts')
  expect(kinds).not.toHaveProperty('testing/random.ts')
})

const files = [
  'server/overload.long.test.ts',
  'server/overload.more.long.test.ts',
  'server/fuzz.test.ts',
  'server/fuzz.long.test.ts',
  'web/posts/room.test.ts',
  'web/posts/room.test.tsx',
  'e2e/talk.spec.ts',
]
const found = (word: string) => findTargets(word, files).map(({ file, line }) => file + line)

test('a path means that file, and a line in it', () => {
  expect(found('web/posts/room.test.ts')).toEqual(['web/posts/room.test.ts'])
  expect(found('./server/fuzz.long.test.ts')).toEqual(['server/fuzz.long.test.ts'])
  expect(found('e2e/talk.spec.ts:42')).toEqual(['e2e/talk.spec.ts:42'])
})

test('a part of a path means the everyday tests that have it, or the others where there are none', () => {
  expect(found('talk.spec.ts:42')).toEqual(['e2e/talk.spec.ts:42'])
  expect(found('room')).toEqual(['web/posts/room.test.ts', 'web/posts/room.test.tsx'])
  expect(found('fuzz')).toEqual(['server/fuzz.test.ts'])
  expect(found('overload')).toEqual([
    'server/overload.long.test.ts',
    'server/overload.more.long.test.ts',
  ])
  expect(found('nowhere')).toEqual([])
})
