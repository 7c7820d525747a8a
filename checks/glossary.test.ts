import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { pages } from '#contract/pages.ts'
import { code } from './sources.ts'

const [, table = ''] =
  /## Nouns\n([\s\S]*?)\n## /.exec(readFileSync('docs/glossary.md', 'utf8')) ?? []
const rows = table
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) => {
    const [, noun = '', , ...columns] = line.split('|').map((cell) => cell.trim())
    const [tables = [], contract = [], features = [], screens = []] = columns.map((cell) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    )
    return { noun, tables, contract, features, screens }
  })

/** What the glossary names in a column, each once. */
const named = (column: 'tables' | 'contract' | 'features' | 'screens') => [
  ...new Set(rows.flatMap((row) => row[column])),
]

test('each noun stands once, and in a place that is there', () => {
  expect(rows.length).toBeGreaterThan(30)
  const nouns = rows.map(({ noun }) => noun)
  expect(new Set(nouns).size).toBe(nouns.length)
  expect(named('contract').filter((path) => !existsSync(`contract/${path}.ts`))).toEqual([])
  expect(named('features').filter((path) => !existsSync(`server/features/${path}`))).toEqual([])
})

/** Not of one noun: what the database keeps of itself. */
const OF_ITSELF = ['migrations']

test('each table, contract file, feature and page has its noun', () => {
  const tables = globSync('migrations/*.sql').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(
      ([, name = '']) => name,
    ),
  )
  expect(tables.length).toBeGreaterThan(50)
  expect(named('tables').toSorted()).toEqual(
    tables.filter((name) => !OF_ITSELF.includes(name)).toSorted(),
  )

  const contract = globSync('contract/*/*.ts').map((path) => path.slice('contract/'.length, -3))
  expect(contract.filter((path) => !named('contract').includes(path))).toEqual([])

  const features = readdirSync('server/features')
  const ours = new Set(named('features').map((path) => path.split('/')[0]))
  expect(features.filter((name) => !ours.has(name) && name !== 'start')).toEqual([])

  const screens = Object.keys(pages).filter(
    (name) => !OF_NO_NOUN.includes(name) && !PART_OF_SETTINGS.test(name),
  )
  expect(named('screens').toSorted()).toEqual(screens.toSorted())
})

/** Pages that are about the club as a whole, or lead to one of the others. */
const OF_NO_NOUN = ['landing', 'rules', 'accessibility', 'adminArea']

/** What belongs to the settings stands in the table as `settings`, on whichever of their pages it is. */
const PART_OF_SETTINGS = /^settings[A-Z]/

test('the three worlds have the same nouns', () => {
  const server = readdirSync('server/features')
  const web = readdirSync('web/features')
  const contract = readdirSync('contract').map((name) => basename(name, '.ts'))
  expect(web.filter((name) => !server.includes(name))).toEqual([])
  expect(web.filter((name) => !contract.includes(name))).toEqual([])
  // what has no screen of its own
  expect(server.filter((name) => !web.includes(name))).toEqual(['live', 'settings', 'start'])
})

const EXPORTED = /^export (?:declare )?(?:type|interface|(?:abstract )?class) (\w+)/gm

test('the name of an exported type means one thing', () => {
  const places = new Map<string, string[]>()
  for (const { path, text } of code)
    for (const [, name = ''] of text.matchAll(EXPORTED))
      places.set(name, [...(places.get(name) ?? []), path])
  expect(places.size).toBeGreaterThan(500)
  expect([...places].filter(([, paths]) => paths.length > 1)).toEqual([])
})
