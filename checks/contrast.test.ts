import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const tokens = readFileSync(join(import.meta.dirname, '../web/ui/tokens.css'), 'utf8')

type Pair = [ink: string, ground: string, atLeast: number]

/** Words need 4.5:1, what only outlines a control 3:1 (WCAG 2.2, 1.4.3 and 1.4.11). */
const PAIRS: Pair[] = [
  ...['ink', 'ink-soft', 'accent', 'accent-hover', 'danger', 'success'].flatMap((ink) =>
    ['paper', 'surface', 'raised'].map((ground): Pair => [ink, ground, 4.5]),
  ),
  ...['ink', 'ink-soft', 'accent', 'danger'].flatMap((ink) =>
    ['lamp-soft', 'own'].map((ground): Pair => [ink, ground, 4.5]),
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

test.each(['light', 'dark'] as const)('every pair of colours can be read by %s', (theme) => {
  const poor = PAIRS.filter(([ink, ground, atLeast]) => contrast(theme, ink, ground) < atLeast)
  expect(poor.map(([ink, on]) => `${ink} on ${on} ${contrast(theme, ink, on)}`)).toEqual([])
})

function contrast(theme: 'light' | 'dark', one: string, other: string): number {
  const [lighter = 0, darker = 0] = [one, other]
    .map((name) => luminance(colour(theme, name)))
    .sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

function colour(theme: 'light' | 'dark', name: string): string {
  const [, light, dark] =
    new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(tokens) ?? []
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
