import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { at } from '../places.js'
import { CUTS } from './fonts.ts'

const faces = [
  ...readFileSync(at('web/ui/styles/fonts.css'), 'utf8').matchAll(/@font-face \{[^}]*\}/g),
]
const faceOf = (name: string) => faces.find(([face]) => face.includes(`/${name}.woff2`))?.[0] ?? ''

/** The characters a face is asked for; none is said where it is asked for all. */
function charactersOf(face: string): string | null {
  const [, ranges] = /unicode-range:([^;]+);/.exec(face) ?? []
  if (!ranges) return null
  return Array.from(ranges.matchAll(/U\+(\w+)(?:-(\w+))?/g), ([, from = '', to = from]) => {
    const [first, last] = [Number.parseInt(from, 16), Number.parseInt(to, 16)]
    return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, n) => first + n))
  }).join('')
}

test.each(Object.entries(CUTS))(
  '%s is asked for exactly the characters it was cut to',
  (name, { text }) => {
    const face = faceOf(name)
    expect(face).not.toBe('')
    expect(charactersOf(face)).toBe(name.endsWith('-core') ? null : text)
  },
)
