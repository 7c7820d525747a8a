import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { sources } from './sources.ts'

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
