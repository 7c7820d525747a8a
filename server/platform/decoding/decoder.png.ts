const FIRST_CHUNK = 8
const FRAMES_AT = 8
const FRAME_BYTES = 12

/** Whether a PNG has several frames (`acTL`), of which a decoder that knows none shows the first. */
export function isMovingPng(bytes: Buffer): boolean {
  let at = FIRST_CHUNK
  while (at + FRAME_BYTES <= bytes.length) {
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (name === 'IDAT') return false
    if (name === 'acTL') return bytes.readUInt32BE(at + FRAMES_AT) > 1
    at += FRAME_BYTES + bytes.readUInt32BE(at)
  }
  return false
}
