import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const sheets = globSync('web/**/*.css', { cwd: root })
  .toSorted()
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** What may change while a finger rests on something: colour, never place or size. */
const STILL = /^(opacity|color|cursor|filter|background(-color)?|border-color|outline(-color)?)$/

test('nothing moves under a finger between its touch and its click', () => {
  expect(sheets.length).toBeGreaterThan(20)
  const moving = sheets.flatMap(({ path, text }) =>
    [...text.matchAll(/([^{}]*:active[^{}]*)\{([^{}]*)\}/g)].flatMap(([, , rules = '']) =>
      rules
        .split(';')
        .map((rule) => rule.split(':')[0]!.trim())
        .filter((name) => name !== '' && !STILL.test(name))
        .map((name) => `${path}: ${name}`),
    ),
  )
  expect(moving).toEqual([])
})

test('a window scrolls by itself, and neither its frame nor the browser scrolls it', () => {
  const dialog = sheets.find(({ path }) => path === 'web/ui/dialogs/Dialog.module.css')!.text
  const rulesOf = (name: string) => new RegExp(`^\\.${name} \\{([^}]*)\\}`, 'm').exec(dialog)![1]
  expect(rulesOf('viewport')).toContain('overflow: clip')
  expect(rulesOf('popup')).toContain('position: relative')
  expect(rulesOf('popup')).toContain('overflow-anchor: none')
})

test('every window is that one', () => {
  const windows = globSync('web/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !path.includes('.test.'))
    .filter((path) =>
      /@base-ui\/react\/(alert-)?dialog|<dialog[\s>]|showModal\(|(?<!\[)role="(alert)?dialog"|aria-modal/.test(
        readFileSync(join(root, path), 'utf8'),
      ),
    )
  expect(windows).toEqual(['web/ui/dialogs/DialogPopup.tsx'])
})
