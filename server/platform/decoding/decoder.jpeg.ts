// Mends JPEGs whose notes say a wrong length, as some phones write them; leaves all others as they are.

export const MARKER = 0xff
export const START_OF_SCAN = 0xda
export const END_OF_IMAGE = 0xd9
/** Further than this no phone was ever wrong about the length of what it noted. */
const MOST_WRONG_BYTES = 65_536
const MOST_SWALLOWED = 64
const MOST_SEGMENTS = 4_096
const MOST_CHANGES = 8
const LONGEST_SEGMENT = 0xffff

/** Whether a segment that says how long it is may begin with this marker. */
const isSegment = (code: number) =>
  code >= 0xc0 && code <= 0xfe && !(code >= 0xd0 && code <= 0xd9) && code !== 0xc8

/** Where the next segment begins by what this one says of its length; null when that leads nowhere. */
function findNextSegment(bytes: Buffer, at: number): number | null {
  const next = at + 2 + (at + 3 < bytes.length ? bytes.readUInt16BE(at + 2) : 0)
  if (next < at + 4 || next + 1 >= bytes.length || bytes[next] !== MARKER) return null
  // any number of fill bytes may stand before a marker
  let last = next
  while (bytes[last + 1] === MARKER) last += 1
  return isSegment(bytes[last + 1] ?? 0) ? last : null
}

/** Whether a marker tells how large the picture is, and in how many colours. */
export const isFrame = (code: number): boolean =>
  code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)

/** What has to come before a scan: how large the picture is, and what its numbers stand for. */
type Met = { frame: boolean; table: boolean }

const noteMarker = (before: Met, code: number): Met => ({
  frame: before.frame || isFrame(code),
  table: before.table || code === 0xdb,
})

/** Whether one segment follows the other from here to the picture itself, and nothing is missing then. */
function leadsToScan(bytes: Buffer, at: number, before: Met): boolean {
  let here: number | null = at
  let known = before
  for (let n = 0; here !== null && n < MOST_SEGMENTS; n += 1) {
    const code: number = bytes[here + 1] ?? 0
    if (code === START_OF_SCAN) return known.frame && known.table
    known = noteMarker(known, code)
    here = findNextSegment(bytes, here)
  }
  return false
}

/** The start of a segment near to where one should be, from which all is in order. */
function findNext(bytes: Buffer, from: number, declaredEnd: number, before: Met): number | null {
  const isGood = (at: number) =>
    at >= from &&
    bytes[at] === MARKER &&
    isSegment(bytes[at + 1] ?? 0) &&
    leadsToScan(bytes, at, before)
  // too much was swallowed: a little, or there would be an earlier one of the same kind
  for (let at = declaredEnd; at > declaredEnd - MOST_SWALLOWED; at -= 1) if (isGood(at)) return at
  const last = Math.min(bytes.length, declaredEnd + MOST_WRONG_BYTES)
  for (let at = declaredEnd; at < last; at += 1) if (isGood(at)) return at
  return null
}

/** What programs note about a picture, which may be of any length. */
const isNote = (code: number) => (code >= 0xe0 && code <= 0xef) || code === 0xfe

/**
 * The same JPEG with notes of the length they have instead of the one some phones and editors write,
 * so that none swallows the table behind it, and without stray bytes between its segments. Itself
 * when nothing is wrong, or too much.
 */
export function mendJpeg(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  let copiedTo = 0
  let known: Met = { frame: false, table: false }
  let at = 2
  while (bytes[at + 1] === MARKER) at += 1
  for (let n = 0; n < MOST_SEGMENTS; n += 1) {
    if (bytes[at] !== MARKER || at + 4 > bytes.length) return bytes
    if (bytes[at + 1] === START_OF_SCAN) break
    known = noteMarker(known, bytes[at + 1]!)
    const next = findNextSegment(bytes, at)
    if (next !== null) {
      at = next
      continue
    }
    const declaredEnd = at + 2 + bytes.readUInt16BE(at + 2)
    const real = findNext(bytes, at + 4, declaredEnd, known)
    if (real === null || parts.length > 2 * MOST_CHANGES) return bytes
    if (isNote(bytes[at + 1]!) && real - at - 2 <= LONGEST_SEGMENT) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(real - at - 2)
      parts.push(bytes.subarray(copiedTo, at + 2), length)
      copiedTo = at + 4
    } else if (real > declaredEnd) {
      parts.push(bytes.subarray(copiedTo, declaredEnd))
      copiedTo = real
    } else return bytes
    at = real
  }
  return parts.length === 0 ? bytes : Buffer.concat([...parts, bytes.subarray(copiedTo)])
}

/** With the last two bytes some cameras leave out. */
export const completeJpeg = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes, Buffer.from([MARKER, END_OF_IMAGE])])
