import { text } from './hostile.parts.ts'

type Exif = { orientation?: number; thumbnail?: Buffer; note: string }
type Entry = { tag: number; kind: 'short' | 'long' | 'ascii'; value: number | string }

/** The content of a JPEG's EXIF segment: orientation, a place on earth, words, and a thumbnail. */
export function exifSegment({ orientation = 1, thumbnail, note }: Exif): Buffer {
  const thumb = thumbnail ?? Buffer.alloc(0)
  const GPS_AT = 200
  const THUMB_IFD_AT = 400
  const THUMB_AT = 600
  const tiff = Buffer.alloc(THUMB_AT)
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(8, 4)
  writeIfd(tiff, 8, THUMB_IFD_AT, [
    { tag: 0x010f, kind: 'ascii', value: note },
    { tag: 0x0112, kind: 'short', value: orientation },
    { tag: 0x8825, kind: 'long', value: GPS_AT },
  ])
  writeIfd(tiff, GPS_AT, 0, [
    { tag: 0x0001, kind: 'ascii', value: 'N' },
    { tag: 0x0012, kind: 'ascii', value: `WGS-84 ${note}` },
  ])
  writeIfd(tiff, THUMB_IFD_AT, 0, [
    { tag: 0x0103, kind: 'short', value: 6 },
    { tag: 0x0201, kind: 'long', value: THUMB_AT },
    { tag: 0x0202, kind: 'long', value: thumb.length },
  ])
  return Buffer.concat([text('Exif\0\0'), tiff, thumb])
}

function writeIfd(tiff: Buffer, at: number, next: number, entries: Entry[]): void {
  tiff.writeUInt16LE(entries.length, at)
  let words = at + 2 + entries.length * 12 + 4
  entries.forEach(({ tag, kind, value }, index) => {
    const entry = at + 2 + index * 12
    tiff.writeUInt16LE(tag, entry)
    tiff.writeUInt16LE({ ascii: 2, short: 3, long: 4 }[kind], entry + 2)
    if (typeof value === 'number') {
      tiff.writeUInt32LE(1, entry + 4)
      tiff.writeUInt32LE(value, entry + 8)
      return
    }
    const whole = `${value}\0`
    tiff.writeUInt32LE(whole.length, entry + 4)
    if (whole.length <= 4) {
      tiff.write(whole, entry + 8, 'latin1')
      return
    }
    tiff.writeUInt32LE(words, entry + 8)
    tiff.write(whole, words, 'latin1')
    words += whole.length
  })
  tiff.writeUInt32LE(next, at + 2 + entries.length * 12)
}
