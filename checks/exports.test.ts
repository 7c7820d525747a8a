import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sources } from './sources.ts'

const EXPORTED =
  /^export (?:declare )?(?:(?:async )?function\*?|const|let|(?:abstract )?class|type|interface) (\w+)/gm

test('what is exported is named by another file; the rest is its own, or dead', () => {
  const named = new Map<string, Set<string>>()
  for (const { path, text } of sources)
    for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*/g))
      named.set(word, (named.get(word) ?? new Set()).add(path))
  for (const path of globSync('*.config.ts'))
    for (const [word] of readFileSync(path, 'utf8').matchAll(/\w+/g)) named.get(word)?.add(path)
  const exported = sources.flatMap(({ path, text }) =>
    [...text.matchAll(EXPORTED)].map(([, name = '']) => ({ path, name })),
  )
  expect(exported.length).toBeGreaterThan(3_000)
  expect(
    exported
      .filter(({ name }) => (named.get(name)?.size ?? 0) < 2)
      .map(({ path, name }) => `${path}: ${name}`),
  ).toEqual([])
})
