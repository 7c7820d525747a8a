import { withCorrection } from './qr.correction.ts'
import { masks, penalty } from './qr.masks.ts'

/** One row of dark (true) and light modules after the other. */
export type Matrix = boolean[][]

/** Versions 1 to 6 at level M (ISO/IEC 18004), in codewords: all blocks of a version are alike. */
const VERSIONS = [
  { blocks: 1, data: 16, correction: 10 },
  { blocks: 1, data: 28, correction: 16 },
  { blocks: 1, data: 44, correction: 26 },
  { blocks: 2, data: 32, correction: 18 },
  { blocks: 2, data: 43, correction: 24 },
  { blocks: 4, data: 27, correction: 16 },
] as const

/** The words as a QR code in byte mode, or null where they are too long for version 6. */
export function qrCode(words: string): Matrix | null {
  const bytes = new TextEncoder().encode(words)
  // the head takes 12 bits
  const at = VERSIONS.findIndex(({ blocks, data }) => bytes.length + 2 <= blocks * data)
  const shape = VERSIONS[at]
  if (!shape) return null
  const stream = withCorrection(payload(bytes, shape.blocks * shape.data), shape)
  const size = 17 + 4 * (at + 1)
  const drawn = masks.map((mask, index) => draw(size, stream, mask, index))
  return drawn.reduce((best, one) => (penalty(one) < penalty(best) ? one : best))
}

/** Mode, length, the bytes, and filling to the last codeword. */
function payload(bytes: Uint8Array, codewords: number): number[] {
  const bits = [...bitsOf(0b0100, 4), ...bitsOf(bytes.length, 8)]
  for (const byte of bytes) bits.push(...bitsOf(byte, 8))
  bits.push(...bitsOf(0, Math.min(4, codewords * 8 - bits.length)))
  while (bits.length % 8 > 0) bits.push(0)
  const filled = Array.from({ length: bits.length / 8 }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0),
  )
  for (let pad = 0xec; filled.length < codewords; pad ^= 0xec ^ 0x11) filled.push(pad)
  return filled
}

const bitsOf = (value: number, length: number): number[] =>
  Array.from({ length }, (_, at) => (value >> (length - 1 - at)) & 1)

function draw(size: number, stream: number[], mask: (typeof masks)[number], index: number): Matrix {
  const { matrix, isFixed, fix } = frame(size)
  drawFormat(size, index, fix)
  const bits = stream.flatMap((byte) => bitsOf(byte, 8))
  let at = 0
  let isUpward = true
  // in columns of two from the right, up and down by turns, past the timing pattern
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = isUpward ? size - 1 - step : step
        if (!isFixed[y]![x]) matrix[y]![x] = (bits[at++] === 1) !== mask(x, y)
      }
    isUpward = !isUpward
  }
  return matrix
}

/** Everything that is the same whatever is written: finders, timing and alignment. */
function frame(size: number) {
  const grid = () => Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  const matrix = grid()
  const isFixed = grid()
  const fix = (x: number, y: number, isDark: boolean) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return
    matrix[y]![x] = isDark
    isFixed[y]![x] = true
  }
  const rings = (x: number, y: number, radius: number, isDark: (ring: number) => boolean) => {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++)
        fix(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))))
  }
  for (let at = 0; at < size; at++) {
    fix(6, at, at % 2 === 0)
    fix(at, 6, at % 2 === 0)
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    rings(x, y, 4, (ring) => ring !== 2 && ring !== 4)
  if (size > 21) rings(size - 7, size - 7, 2, (ring) => ring !== 1)
  return { matrix, isFixed, fix }
}

/** Level M and the mask, with their own correction, twice. */
function drawFormat(size: number, mask: number, fix: (x: number, y: number, is: boolean) => void) {
  let rest = mask
  for (let step = 0; step < 10; step++) rest = (rest << 1) ^ ((rest >> 9) * 0x537)
  const bits = ((mask << 10) | rest) ^ 0x5412
  for (let at = 0; at < 15; at++) {
    const isDark = ((bits >> at) & 1) === 1
    if (at < 6) fix(8, at, isDark)
    else if (at < 8) fix(8, at + 1, isDark)
    else if (at === 8) fix(7, 8, isDark)
    else fix(14 - at, 8, isDark)
    if (at < 8) fix(size - 1 - at, 8, isDark)
    else fix(8, size - 15 + at, isDark)
  }
  fix(8, size - 8, true)
}
