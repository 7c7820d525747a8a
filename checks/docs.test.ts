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
