import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { movingWebp } from './hostile.pictures.ts'
import { PNG_MAGIC, pngChunk, pngHeader, text, withChunk } from './hostile.parts.ts'
import { photo } from '#testing/fixtures/photos.ts'
import { makeTiff, keptWhole, type RealFile } from './real.parts.ts'

const encoded = async (make: (picture: Sharp) => Sharp): Promise<Buffer> =>
  make(sharp(await photo({ width: 160, height: 120, format: 'png' }))).toBuffer()

/** A PNG that is written by hand: the four quarters in this depth and of these entries of a palette. */
function paletted(depth: 1 | 2 | 4): Buffer {
  const [width, height] = [160, 120]
  const perByte = 8 / depth
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + width / perByte)
    for (let x = 0; x < width; x += 1) {
      const entry = (y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)
      const byte = 1 + Math.floor(x / perByte)
      row[byte] = row[byte]! | ((entry % 2 ** depth) << (8 - depth - (x % perByte) * depth))
    }
    return row
  })
  const palette = Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0])
  return Buffer.concat([
    PNG_MAGIC,
    pngHeader(width, height, { depth, colour: 3 }),
    pngChunk('PLTE', palette),
    pngChunk('IDAT', deflateSync(Buffer.concat(rows))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

const frames = (count: number) => {
  const data = Buffer.alloc(8)
  data.writeUInt32BE(count)
  return data
}

/** PNGs as screenshots, scanners and programs make them. */
export async function realPngs(): Promise<RealFile[]> {
  const png = await encoded((picture) => picture.png())
  const time = Buffer.from([0x07, 0xea, 5, 4, 20, 0, 0])
  const spoiled = Buffer.from(withChunk(png, 'tIME', time))
  spoiled.writeUInt8(spoiled[8 + 25 + 8 + 7]! ^ 0xff, 8 + 25 + 8 + 7)
  const files: Record<string, Buffer> = {
    'a screenshot': png,
    'an interlaced one': await encoded((picture) => picture.png({ progressive: true })),
    'one of 16 bits': await encoded((picture) => picture.toColourspace('rgb16').png()),
    'one with a palette of 256': await encoded((picture) => picture.png({ palette: true })),
    'one of 2 bits': paletted(2),
    'one of 4 bits': paletted(4),
    'one with transparency': await encoded((picture) => picture.ensureAlpha(0.95).png()),
    'one in P3': await encoded((picture) => picture.withIccProfile('p3').png()),
    'one with gamma': withChunk(png, 'gAMA', Buffer.from([0, 0, 0xb1, 0x8f])),
    'one with sRGB': withChunk(png, 'sRGB', Buffer.from([0])),
    'one with a density': withChunk(
      png,
      'pHYs',
      Buffer.from([0, 0, 0x0b, 0x13, 0, 0, 0x0b, 0x13, 1]),
    ),
    'one with words': withChunk(png, 'tEXt', text('Software\0Scan 4.2')),
    'one with a time whose sum is wrong': spoiled,
    'one with a profile that is none': withChunk(
      png,
      'iCCP',
      Buffer.concat([text('x\0\0'), deflateSync(text('no profile'))]),
    ),
    'one with how it was held': withChunk(png, 'eXIf', makeTiff(1)),
    'an iPhone’s, with a table of halves': withChunk(png, 'iDOT', Buffer.alloc(28)),
    'one with zeros behind it': Buffer.concat([png, Buffer.alloc(5_000)]),
    'a moving one of a single frame': withChunk(png, 'acTL', frames(1)),
  }
  const apple = Buffer.concat([PNG_MAGIC, pngChunk('CgBI', Buffer.alloc(4)), png.subarray(8)])
  return [
    ...Object.entries(files).map(([name, bytes]) => keptWhole(`PNG: ${name}`, bytes)),
    {
      name: 'PNG: a moving one',
      bytes: withChunk(png, 'acTL', frames(12)),
      fate: 'moving_picture',
    },
    { name: 'PNG: half of one', bytes: png.subarray(0, png.length / 2), fate: 'unreadable_image' },
    { name: 'PNG: one out of an app of Apple’s', bytes: apple, fate: 'unreadable_image' },
  ]
}

export async function realWebps(): Promise<RealFile[]> {
  const ways: Record<string, (picture: Sharp) => Sharp> = {
    'a messenger’s': (picture) => picture.webp(),
    'a lossless one': (picture) => picture.webp({ lossless: true }),
    'one with transparency': (picture) => picture.ensureAlpha(0.95).webp(),
    'one with a profile': (picture) => picture.withIccProfile('p3').webp({ quality: 95 }),
    'one with how it was held': (picture) => picture.withMetadata({ orientation: 1 }).webp(),
  }
  const files = await Promise.all(
    Object.entries(ways).map(async ([name, make]) =>
      keptWhole(`WebP: ${name}`, await encoded(make)),
    ),
  )
  const good = files[0]!.bytes
  return [
    ...files,
    { name: 'WebP: a sticker that moves', bytes: await movingWebp(), fate: 'moving_picture' },
    {
      name: 'WebP: half of one',
      bytes: good.subarray(0, good.length / 2),
      fate: 'unreadable_image',
    },
  ]
}
