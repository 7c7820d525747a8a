import type { DocumentFault } from '#server/platform/decoding/decoder.ts'

/** What should come of a real file: the whole picture, or a refusal that says why. */
export type RealFileFate = 'whole' | 'wrong_file_type' | DocumentFault

/** A file as phones, cameras, scanners and programs make them, with the quirk it is known for. */
export type RealFile = { name: string; bytes: Buffer; fate: RealFileFate }

export const keptWhole = (name: string, bytes: Buffer): RealFile => ({ name, bytes, fate: 'whole' })

const MAKER = 'phone'

/** How cameras write EXIF: what of it is in this byte order. */
export function makeTiff(orientation: number, { isBig = false } = {}): Buffer {
  const tiff = Buffer.alloc(64)
  const short = (value: number, at: number) =>
    isBig ? tiff.writeUInt16BE(value, at) : tiff.writeUInt16LE(value, at)
  const long = (value: number, at: number) =>
    isBig ? tiff.writeUInt32BE(value, at) : tiff.writeUInt32LE(value, at)
  tiff.write(isBig ? 'MM' : 'II', 'latin1')
  short(42, 2)
  long(8, 4)
  short(2, 8)
  // who made it
  short(0x010f, 10)
  short(2, 12)
  long(MAKER.length + 1, 14)
  long(40, 18)
  // how it was held
  short(0x0112, 22)
  short(3, 24)
  long(1, 26)
  short(orientation, 30)
  tiff.write(MAKER, 40, 'latin1')
  return tiff
}
