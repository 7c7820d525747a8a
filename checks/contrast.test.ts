import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const tokens = readFileSync(join(import.meta.dirname, '../web/ui/styles/tokens.css'), 'utf8')

const ordinary = tokens.slice(0, tokens.indexOf('@media'))
const [, more = ''] = tokens.split('@media (prefers-contrast: more)')

type Pair = [ink: string, ground: string, atLeast: number]

/** Words need 4.5:1, what only outlines a control 3:1 (WCAG 2.2, 1.4.3 and 1.4.11). */
const PAIRS: Pair[] = [
  ...['ink', 'ink-soft', 'accent', 'accent-hover', 'danger', 'success'].flatMap((ink) =>
    ['paper', 'surface', 'raised'].map((ground): Pair => [ink, ground, 4.5]),
  ),
  ...['ink', 'ink-soft', 'accent', 'danger'].flatMap((ink) =>
    ['lamp-soft'].map((ground): Pair => [ink, ground, 4.5]),
  ),
  ['ink', 'accent-soft', 4.5],
  ['ink-soft', 'accent-soft', 4.5],
  ['accent', 'accent-soft', 4.5],
  ['ink-soft', 'sunken', 4.5],
  ['accent-ink', 'accent', 4.5],
  ['accent-ink', 'accent-hover', 4.5],
  ['danger-ink', 'danger', 4.5],
  ['danger', 'danger-soft', 4.5],
  ['ink', 'danger-soft', 4.5],
  ['success', 'success-soft', 4.5],
  ['ink', 'success-soft', 4.5],
  ['paper', 'ink', 4.5],
  ...['paper', 'surface', 'raised', 'accent-soft', 'lamp-soft'].map((ground): Pair => [
    'focus',
    ground,
    3,
  ]),
  ['line-strong', 'paper', 3],
  ['line-strong', 'surface', 3],
  ['line-strong', 'raised', 3],
]

const GROUNDS = ['paper', 'surface', 'raised', 'sunken', 'lamp-soft', 'accent-soft']

/** For users who ask for more contrast: words 7:1 (1.4.6), and lines that are only hinted at otherwise 3:1. */
const MORE: Pair[] = [
  ...['ink', 'ink-soft', 'accent', 'accent-hover', 'danger', 'success'].flatMap((ink) =>
    GROUNDS.map((ground): Pair => [ink, ground, 7]),
  ),
  ...['danger', 'success'].flatMap((ground): Pair[] => [
    [ground, `${ground}-soft`, 7],
    ['ink', `${ground}-soft`, 7],
  ]),
  ['accent-ink', 'accent', 7],
  ['danger-ink', 'danger', 7],
  ...GROUNDS.flatMap((ground): Pair[] => [
    ['line', ground, 3],
    ['line-strong', ground, 4.5],
  ]),
]

const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]

test.each(THEMES)('every pair of colours can be read by %s', (theme) => {
  expect(tooPoor(PAIRS, theme, [ordinary])).toEqual([])
})

test.each(THEMES)('a user who asks for more contrast gets more by %s', (theme) => {
  expect(tooPoor(MORE, theme, [more, ordinary])).toEqual([])
})

function tooPoor(pairs: Pair[], theme: Theme, blocks: string[]): string[] {
  return pairs
    .map(([ink, ground, atLeast]) => ({
      words: `${ink} on ${ground}`,
      missing: atLeast - contrast([colour(blocks, theme, ink), colour(blocks, theme, ground)]),
    }))
    .filter(({ missing }) => missing > 0)
    .map(({ words, missing }) => `${words} lacks ${missing.toFixed(2)}`)
}

function contrast(pair: [string, string]): number {
  const [lighter = 0, darker = 0] = pair.map(luminance).sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

/** As the first of the blocks that names it says. */
function colour(blocks: string[], theme: Theme, name: string): string {
  const named = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`)
  const [, light, dark] = blocks.map((block) => named.exec(block)).find(Boolean) ?? []
  const found = theme === 'light' ? light : dark
  if (!found) throw new Error(`no token --${name}`)
  return found
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
