import { END_OF_IMAGE, isFrame, MARKER, START_OF_SCAN } from './decoder.jpeg.ts'

const COEFFICIENTS = 64
/** In one scan (ITU-T T.81, B.2.3). */
const MOST_COMPONENTS = 4

/** Bytes between scans that only look like a marker: a stuffed byte, a fill byte, a restart. */
const isNone = (code: number) => code <= 1 || code === MARKER || (code >= 0xd0 && code <= 0xd8)

function findMarker(bytes: Buffer, from: number): number | null {
  for (let at = bytes.indexOf(MARKER, from); at >= 0; at = bytes.indexOf(MARKER, at + 1))
    if (at + 1 < bytes.length && !isNone(bytes[at + 1]!)) return at
  return null
}

/**
 * Whether scans of a JPEG are missing, which a decoder does not mind: it shows a picture without one of its colours, or,
 * where the file breaks off between two scans of a progressive one, without its details.
 */
export function lacksScans(bytes: Buffer): boolean {
  /** For each component the lowest bit of each coefficient that was told so far. */
  const told = new Map<number, number[]>()
  let at = findMarker(bytes, 2)
  for (; at !== null && bytes[at + 1] !== END_OF_IMAGE;) {
    const [code, next] = [
      bytes[at + 1]!,
      at + 4 < bytes.length ? at + 2 + bytes.readUInt16BE(at + 2) : bytes.length,
    ]
    // there is one, and what a stranger writes behind it costs no time
    if (isFrame(code) && told.size === 0)
      for (let id = at + 10; id + 2 < next; id += 3)
        told.set(bytes[id] ?? 0, Array<number>(COEFFICIENTS).fill(Infinity))
    if (code === START_OF_SCAN) {
      const rest = at + 5 + 2 * Math.min(bytes[at + 4] ?? 0, MOST_COMPONENTS)
      const [first = 0, last = 0, bits = 0] = bytes.subarray(rest, rest + 3)
      for (let id = at + 5; id < rest; id += 2)
        told.get(bytes[id] ?? 0)?.fill(bits & 0xf, first, last + 1)
    }
    at = findMarker(bytes, next)
  }
  const hasEnd = at !== null
  return [...told.values()].some((bits) =>
    hasEnd ? bits[0] === Infinity : bits.some((bit) => bit > 0),
  )
}
