import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { isTest, sources } from './sources.ts'

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

test('a class written as a plain word is one of the base sheet, and each of those is used', () => {
  const base = readFileSync('web/ui/styles/base.css', 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')
  const drawn = new Set([...base.matchAll(/^\.([a-z][\w-]*)/gm)].map(([, name]) => name!))
  const used = sources
    .filter((source) => source.path.startsWith('web/') && !isTest(source))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\bclass(?:Name)?\s*[=:]\s*\{?["'`]([a-z][\w -]*)/g)].flatMap(([, words]) =>
        words!
          .trim()
          .split(' ')
          .map((name) => ({ path, name })),
      ),
    )
  expect(used.length).toBeGreaterThan(200)
  expect(used.filter(({ name }) => !drawn.has(name))).toEqual([])
  expect([...drawn].filter((name) => !used.some((one) => one.name === name))).toEqual([])
})

test('each class of a style sheet is named by a part that imports it', () => {
  const sheets = globSync('web/**/*.module.css')
  expect(sheets.length).toBeGreaterThan(50)
  const unused = sheets.flatMap((sheet) => {
    const users = sources.filter(({ text }) => text.includes(`/${basename(sheet)}'`))
    // by a name that is made while it runs
    if (users.some(({ text }) => text.includes('styles['))) return []
    const rules = readFileSync(sheet, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')
    const classes = new Set(
      [...rules.matchAll(/\.([a-z]\w*)(?=[\s,:{.[>+~)])/gi)].map(([, name]) => name!),
    )
    return [...classes]
      .filter((name) => !users.some(({ text }) => new RegExp(`\\.${name}\\b`).test(text)))
      .map((name) => `${sheet}: .${name}`)
  })
  expect(unused).toEqual([])
})

test('each class that a part names is one of its style sheet', () => {
  const unknown: string[] = []
  let found = 0
  for (const { path, text } of sources)
    for (const [, name, from] of text.matchAll(/^import (\w+) from '(\S+\.module\.css)'$/gm)) {
      const sheet = from!.startsWith('#') ? from!.slice(1) : join(dirname(path), from!)
      const rules = readFileSync(sheet, 'utf8')
      for (const [, used] of text.matchAll(new RegExp(`(?<![\\w./])${name}\\.([a-z]\\w*)`, 'g'))) {
        found += 1
        if (!new RegExp(`\\.${used}\\b`).test(rules)) unknown.push(`${path}: ${name}.${used}`)
      }
    }
  expect(found).toBeGreaterThan(500)
  expect([...new Set(unknown)]).toEqual([])
})
