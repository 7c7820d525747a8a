import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { equal } from './equal.ts'
import { lostMarks, plantFiles } from './planted.ts'
import { plant } from './planting.ts'
import { findGuards, patterns, watched } from './watched.ts'

const changes = (code: string): string[] =>
  plant('one.ts', code).mutants.map(({ original, replacement }) => `${original} → ${replacement}`)

test('a comparison is moved by one, turned round, and left to always be so', () => {
  expect(changes('export const isOld = (age: number) => age >= 18')).toEqual([
    'age >= 18 → (age) > (18)',
    'age >= 18 → (age) < (18)',
    'age >= 18 → true',
    'age >= 18 → false',
  ])
})

test('a condition, its parts, its steps and its answers are tried', () => {
  const made = changes(
    "function no(a: X, b: X) { if (a && !b) return 'no'; leave(a); return null }",
  )
  expect(made).toContain('a && !b → true')
  expect(made).toContain('a && !b → (a) || (!b)')
  expect(made).toContain('!b → b')
  expect(made).toContain("'no' → ''")
  expect(made).toContain('leave(a) → undefined')
})

test('the text of a query is looked into as the code around it is', () => {
  const made = changes(
    'const q = sql`update t set a = ${1} where b = ${2} and c is null and d between 1 and 2`',
  )
  expect(made).toEqual(['= → <>', 'and → or', 'is null → is not null', 'and → or'])
})

test('names, types and what is only told to us stay as they are', () => {
  expect(changes("type A = 'x'; import { b } from 'c'; log.info('d'); e = { f }")).toEqual([
    "log.info('d') → undefined",
    'e = { f } → undefined',
    '{ f } → {}',
  ])
})

test('each mutant is there when it is asked for, and the code as it was when none is', () => {
  const source =
    "const told = ['a']\n;(globalThis as { said?: unknown }).said = told.some((one) => one === 'a') ? 'yes' : 'no'"
  const { code, mutants } = plant('one.ts', source)
  const say = (active: number) => {
    const script = code.replaceAll(/ as \{[^}]*\}/g, '')
    // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- what was planted is text, and only running it shows what it does
    const run = new Function('globalThis', script) as (world: object) => void
    const world = { plantedFault: (id: number) => id === active, said: '' }
    run(world)
    return world.said
  }
  expect(say(0)).toBe('yes')
  const turned = mutants.find(({ replacement }) => replacement === 'false')!
  expect(say(turned.id)).toBe('no')
})

test('every watched file can be read with all its mutants in it, and has tests that guard it', () => {
  expect(watched.length).toBeGreaterThan(60)
  const unguarded = watched.filter((file) => findGuards(file).length === 0)
  expect(unguarded).toEqual([])
  for (const file of watched) {
    const { code, mutants } = plant(file, readFileSync(file, 'utf8'))
    expect(parseSync(file, code).errors).toEqual([])
    expect(mutants.length).toBeGreaterThan(0)
  }
})

test('every mark of an equal mutant is of one that is there, and says why', () => {
  const files = [...new Set(equal.map(({ file }) => file))]
  expect(lostMarks(plantFiles(files))).toEqual([])
  expect(equal.filter(({ because }) => because.split(' ').length < 3)).toEqual([])
})

test('every name among the watched files is of one that is there', () => {
  const expand = (pattern: string): string[] => {
    const [braces, names = ''] = /\{([^}]+)\}/.exec(pattern) ?? []
    if (!braces) return [pattern]
    return names.split(',').flatMap((name) => expand(pattern.replace(braces, name)))
  }
  const all = patterns.flatMap(expand)
  expect(all.length).toBeGreaterThan(patterns.length)
  expect(all.filter((pattern) => globSync(pattern).length === 0)).toEqual([])
})
