import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const NAMED = /`([\w-]+(?:\/[\w.-]+)+\.(?:ts|tsx|js|css|sql))`|\]\((?!https?:|#|mailto:)([^)#\s]+)/g

/** What the docs name and link to; the changelog speaks of how things were. */
const docs = globSync(['*.md', '{docs,server,web,contract,testing,e2e}/**/*.md'])
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file !== 'CHANGELOG.md')

test('a file that the docs name, with its folder, is there', () => {
  const named = docs.flatMap((doc) =>
    [...readFileSync(doc, 'utf8').matchAll(NAMED)].map(([, path, link]) => ({ doc, path, link })),
  )
  expect(named.length).toBeGreaterThan(100)
  const lost = named.filter(({ doc, path, link }) =>
    path
      ? !existsSync(path) && !existsSync(join(dirname(doc), path))
      : !existsSync(join(dirname(doc), link!)),
  )
  expect(lost.map(({ doc, path, link }) => `${doc}: ${path ?? link}`)).toEqual([])
})

test('the table of settings has those the server reads, and no others', () => {
  const [, schema = ''] = /const Schema = z\.object\(\{([^]*?)\n\}\)/.exec(
    readFileSync('server/config.ts', 'utf8'),
  )!
  const read = [...schema.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name!)
  const [, table = ''] = /\n## Settings\n([^]*?)\n## /.exec(
    readFileSync('docs/operations.md', 'utf8'),
  )!
  const told = [...table.matchAll(/^\| (`[^|]*)\|/gm)]
    .flatMap(([, names = '']) => [...names.matchAll(/`([A-Z_]+)`/g)])
    .map(([, name]) => name!)
  expect(told.toSorted()).toEqual(read.toSorted())
})
