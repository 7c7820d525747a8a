import { createHash } from 'node:crypto'

/** Chance that comes out the same again for the same seed. */
export type Chance = {
  /** From 0 up to, but not including, `end`. */
  below(end: number): number
  oneIn(count: number): boolean
  pick<T>(list: readonly T[]): T
  /** One of the choices, each as often as its weight. */
  weigh<T>(choices: readonly (readonly [weight: number, choice: T])[]): T
  hex(length: number): string
  text(length: number): string
}

/** Code points that break things: controls, marks, joiners, directions, lone halves, the last one. */
const NASTY = [
  0x00, 0x07, 0x08, 0x0a, 0x0d, 0x1b, 0x20, 0x22, 0x25, 0x26, 0x27, 0x2f, 0x3b, 0x3c, 0x5c, 0x7f,
  0x85, 0xa0, 0xad, 0x130, 0x131, 0xdf, 0x300, 0x301, 0x34f, 0x61c, 0x115f, 0x3164, 0x180e, 0x200b,
  0x200c, 0x200d, 0x200e, 0x202e, 0x2028, 0x2029, 0x2060, 0x2066, 0x2126, 0x212b, 0x1e9e, 0xac00,
  0x1100, 0x1161, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000, 0xfb01, 0xfdfa, 0xfeff, 0xffa0, 0xfffd,
  0xfffe, 0xffff, 0x1f319, 0x1f3fd, 0x1f468, 0xe0001, 0xe007f, 0x10ffff,
]

export function createChance(...seed: (string | number)[]): Chance {
  // mulberry32: small, and good enough to choose by
  let state = createHash('sha256').update(seed.join(':')).digest().readUInt32LE()
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  const pick = <T>(list: readonly T[]) => list[below(list.length)]!
  const codePoint = () => {
    if (below(3) === 0) return pick(NASTY)
    return below(2) === 0 ? 0x20 + below(0x5f) : below(pick([0x100, 0x800, 0x10000, 0x110000]))
  }
  return {
    below,
    pick,
    oneIn: (count) => below(count) === 0,
    weigh(choices) {
      let left = below(choices.reduce((sum, [weight]) => sum + weight, 0))
      for (const [weight, choice] of choices) if ((left -= weight) < 0) return choice
      throw new RangeError('nothing to choose from')
    },
    hex: (length) => Array.from({ length }, () => below(16).toString(16)).join(''),
    text: (length) => Array.from({ length }, () => String.fromCodePoint(codePoint())).join(''),
  }
}
