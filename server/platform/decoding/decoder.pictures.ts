// Decodes pictures strangers sent, within limits: photos in two sizes, documents with a mark burned in.
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { completeJpeg, mendJpeg } from './decoder.jpeg.ts'
import { lacksScans } from './decoder.jpeg.scans.ts'
import type { DocumentFault, DecodedPicture } from './decoder.ts'

export class UnreadableFile extends Error {
  reason: DocumentFault
  constructor(reason: DocumentFault) {
    super(reason)
    this.reason = reason
  }
}

/** Pixels of a picture that is decoded at all: what good phones make (control F-04). */
const MOST_PIXELS = 40_000_000
const LONGEST_SIDE = 10_000
/** Longest sides of a stored photo, the large one first. */
const PHOTO_SIDES = [1280, 320] as const
/** A document must stay legible at this width. */
const DOCUMENT_WIDTH = 1600
const FORMATS = new Set(['jpeg', 'png', 'webp', 'raw'])

sharp.cache(false)
sharp.concurrency(1)

/** The photo in its two sizes, upright, in sRGB, with nothing but pixels. */
export async function photoPictures(bytes: Uint8Array): Promise<DecodedPicture[]> {
  // made smaller while it is decoded: a fraction of the time and memory
  const upright = await decodeSheet(bytes, { width: PHOTO_SIDES[0], height: PHOTO_SIDES[0] })
  return Promise.all(
    PHOTO_SIDES.map((side) =>
      encodeSheet(
        upright
          .clone()
          .resize(inside({ width: side, height: side }))
          .webp({ quality: 82 }),
      ),
    ),
  )
}

type Frame = { width: number; height?: number }
const inside = (frame: Frame) => ({ ...frame, fit: 'inside', withoutEnlargement: true }) as const

/** All pages below each other in one picture, with the mark burned in across it. */
export async function documentPictures(
  pages: readonly (Uint8Array | RawPage)[],
  mark: string,
): Promise<DecodedPicture[]> {
  const sheets = await Promise.all(
    pages.map(async (page) =>
      encodeSheet(
        (await decodeSheet(page, { width: DOCUMENT_WIDTH }))
          .flatten({ background: '#fff' })
          .png({ compressionLevel: 1 }),
      ),
    ),
  )
  const width = Math.max(...sheets.map((sheet) => sheet.width))
  const height = sheets.reduce((sum, sheet) => sum + sheet.height, 0)
  let top = 0
  const layers = sheets.map(({ bytes, height: tall }) => {
    const layer = { input: bytes, top, left: 0 }
    top += tall
    return layer
  })
  const sheet = sharp({ create: { width, height, channels: 3, background: '#fff' } })
  const marked = sheet.composite([
    ...layers,
    { input: await stamp(mark, width, height), tile: true, top: 0, left: 0 },
  ])
  return [await encodeSheet(marked.jpeg({ quality: 85 }))]
}

/** Pixels as the PDF renderer gives them. */
export type RawPage = { pixels: Uint8Array; width: number; height: number }

async function decodeSheet(source: Uint8Array | RawPage, frame: Frame): Promise<Sharp> {
  if ('pixels' in source) {
    const { pixels, width, height } = source
    const raw = { width, height, channels: 4 } as const
    return sharp(pixels, { ...limits, raw }).resize(inside(frame))
  }
  const file = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  const picture = isJpeg(file) ? mendJpeg(file) : file
  await refuseUnfit(picture)
  if (isJpeg(picture) && lacksScans(picture)) throw new UnreadableFile('unreadable_image')
  const { data, info } = await readPixels(picture, frame)
  return sharp(data, {
    limitInputPixels: MOST_PIXELS,
    raw: { width: info.width, height: info.height, channels: info.channels },
  })
}

// a warning is no reason to keep anybody out: every browser shows such pictures whole
const limits = { failOn: 'error', limitInputPixels: MOST_PIXELS, animated: false } as const

const isJpeg = (file: Buffer) => file[0] === 0xff && file[1] === 0xd8

/** What can be said of a picture before it is decoded. */
async function refuseUnfit(picture: Buffer): Promise<void> {
  const {
    format,
    width,
    height,
    pages = 1,
  } = await sharp(picture, {
    ...limits,
    // or too many would be told from nothing readable by words alone
    limitInputPixels: false,
  }).metadata()
  if (!FORMATS.has(format)) throw new UnreadableFile('unreadable_image')
  if (width * height > MOST_PIXELS || Math.max(width, height) > LONGEST_SIDE)
    throw new UnreadableFile('too_many_pixels')
  if (pages > 1 || (format === 'png' && isMovingPng(picture)))
    throw new UnreadableFile('moving_picture')
}

/** In colours of the web, upright, and no larger than needed. */
async function readPixels(picture: Buffer, frame: Frame) {
  const read = (bytes: Buffer, failOn: 'error' | 'warning') =>
    sharp(bytes, { ...limits, failOn })
      .autoOrient()
      .resize(inside(frame))
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
  try {
    return await read(picture, 'error')
  } catch (error) {
    if (!isJpeg(picture)) throw error
    // its end alone may be missing; of one that was cut short even a warning is too much
    return read(completeJpeg(picture), 'warning')
  }
}

async function encodeSheet(sheet: Sharp): Promise<DecodedPicture> {
  const { data, info } = await sheet.toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

// its own file, so that a machine without fonts writes the mark all the same
const FONT_FILE = fileURLToPath(new URL('../fonts/figtree-600.ttf', import.meta.url))
const FONT = 'Figtree Light, Semi-Bold'
/** Share of pixels the words of a mark cover at the least; fewer, and it was not written. */
const LEAST_INK = 0.01

/** One tile of the mark: the words rising across it, dark on a light rim, so that they show on anything. */
async function stamp(mark: string, width: number, height: number): Promise<Buffer> {
  const escaped = mark.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const points = Math.max(11, Math.round(width / 44))
  const write = (colour: string) =>
    sharp({
      text: {
        text: `<span foreground="${colour}">${escaped}</span>`,
        font: `${FONT} ${points}`,
        fontfile: FONT_FILE,
        rgba: true,
        dpi: 96,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true })
  const [dark, light] = await Promise.all([write('#5a1020'), write('#ffffff')])
  const ink = (await sharp(dark.data).stats()).channels[3]?.mean ?? 0
  if (ink / 255 < LEAST_INK) throw new Error('the mark could not be written')
  const rim = 2
  const words = await sharp({
    create: {
      width: dark.info.width + 2 * rim,
      height: dark.info.height + 2 * rim,
      channels: 4,
      background: '#0000',
    },
  })
    .composite([
      ...[0, 2 * rim].flatMap((left) =>
        [0, 2 * rim].map((top) => ({ input: light.data, left, top })),
      ),
      { input: dark.data, left: rim, top: rim },
    ])
    .png()
    .toBuffer()
  const turned = await sharp(words)
    .rotate(-24, { background: '#0000' })
    .linear([1, 1, 1, 0.62], [0, 0, 0, 0])
    .png()
    .toBuffer({ resolveWithObject: true })
  // a tile larger than the sheet would not be laid
  return turned.info.width > width || turned.info.height > height
    ? sharp(turned.data).resize({ width, height, fit: 'inside' }).png().toBuffer()
    : turned.data
}

const FIRST_CHUNK = 8
const FRAMES_AT = 8
const FRAME_BYTES = 12

/** Whether a PNG has several frames (`acTL`), of which a decoder that knows none shows the first. */
function isMovingPng(bytes: Buffer): boolean {
  let at = FIRST_CHUNK
  while (at + FRAME_BYTES <= bytes.length) {
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (name === 'IDAT') return false
    if (name === 'acTL') return bytes.readUInt32BE(at + FRAMES_AT) > 1
    at += FRAME_BYTES + bytes.readUInt32BE(at)
  }
  return false
}
