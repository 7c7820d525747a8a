import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

type Words = { [key: string]: string | Words }

function catalogues(root: string, locale: string): Map<string, string> {
  const all = new Map<string, string>()
  const walk = (words: Words, path: string) => {
    for (const [key, value] of Object.entries(words))
      if (typeof value === 'string') all.set(`${path}.${key}`, value)
      else walk(value, `${path}.${key}`)
  }
  for (const file of globSync(`${root}/${locale}/*.json`))
    walk(JSON.parse(readFileSync(file, 'utf8')) as Words, basename(file, '.json'))
  return all
}

const holes = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)/g)]
    .map(([, name = '']) => name)
    .toSorted((a, b) => a.localeCompare(b))
const web = {
  de: catalogues('web/text', 'de'),
  en: catalogues('web/text', 'en'),
  mul: catalogues('web/text', 'mul'),
}
const server = { de: catalogues('server/text', 'de'), en: catalogues('server/text', 'en') }

test.each([
  ['the screens', web],
  ['the mails', server],
])('%s are complete in German and English, with the same holes', (_, { de, en }) => {
  expect(en.size).toBeGreaterThan(5)
  expect([...de.keys()].sort()).toEqual([...en.keys()].sort())
  expect(
    [...de].filter(([key, text]) => holes(text).join() !== holes(en.get(key) ?? '').join()),
  ).toEqual([])
  expect([...de, ...en].filter(([, text]) => text.trim() !== text || text === '')).toEqual([])
})

test('the mixture holds only what is German there, or both, and never drifts from it', () => {
  const drifted = [...web.mul].filter(([key, text]) => {
    const german = web.de.get(key)
    const english = web.en.get(key)
    const isBoth = german && english && text.includes(german) && text.includes(english)
    return text !== german && !isBoth
  })
  expect(web.mul.size).toBeGreaterThan(20)
  expect(drifted).toEqual([])
})

test('German is German: typographic quotes, no English left over', () => {
  const straight = [...web.de, ...server.de].filter(([, text]) => /"|\w'\w/.test(text))
  expect(straight).toEqual([])
})
