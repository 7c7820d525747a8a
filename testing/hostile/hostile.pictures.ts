import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { exifSegment } from './hostile.exif.ts'
import {
  goodJpeg,
  goodPng,
  hostile,
  MARKER,
  payloads,
  PNG_MAGIC,
  pngChunk,
  pngHeader,
  text,
  withChunk,
  withSegment,
  type HostileFile,
} from './hostile.parts.ts'

const COMMENT = 0xfe
const APP1 = 0xe1
const APP2 = 0xe2
const APP13 = 0xed

/** Pictures that are pictures, and something else as well. */
export async function polyglots(): Promise<HostileFile[]> {
  const [jpeg, png] = [await goodJpeg(), await goodPng()]
  return Object.entries(payloads).flatMap(([what, payload]) => [
    hostile({
      name: `a JPEG with ${what} after its end`,
      bytes: Buffer.concat([jpeg, payload]),
      type: 'jpeg',
      fate: 'remade',
    }),
    hostile({
      name: `a JPEG with ${what} in a comment`,
      bytes: withSegment(jpeg, COMMENT, payload),
      type: 'jpeg',
      fate: 'remade',
    }),
    hostile({
      name: `a PNG with ${what} after its end`,
      bytes: Buffer.concat([png, payload]),
      type: 'png',
      fate: 'remade',
    }),
    hostile({
      name: `a PNG with ${what} in a text chunk`,
      bytes: withChunk(png, 'tEXt', Buffer.concat([text('Comment\0'), payload])),
      type: 'png',
      fate: 'remade',
    }),
  ])
}

/** Pictures that know more than they show. */
export async function talkative(): Promise<HostileFile[]> {
  const [jpeg, png] = [await goodJpeg(), await goodPng()]
  const thumbnail = withSegment(jpeg, COMMENT, text(MARKER))
  const xmp = text(`http://ns.adobe.com/xap/1.0/\0<x:xmpmeta><a>${MARKER} 53.55 N</a></x:xmpmeta>`)
  const turned = [1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => ({
    name: `a JPEG with GPS and a thumbnail, turned by EXIF ${orientation}`,
    bytes: withSegment(jpeg, APP1, exifSegment({ orientation, thumbnail, note: MARKER })),
  }))
  const many = Array.from({ length: 40 }).reduce<Buffer>(
    (grown) => withSegment(grown, APP13, text(MARKER.repeat(2800))),
    jpeg,
  )
  const jpegs = [
    ...turned,
    { name: 'a JPEG with XMP', bytes: withSegment(jpeg, APP1, xmp) },
    {
      name: 'a JPEG with IPTC',
      bytes: withSegment(jpeg, APP13, text(`Photoshop 3.0\x008BIM\x04\x04${MARKER}`)),
    },
    { name: 'a JPEG with 2.5 MB of metadata', bytes: many },
    {
      name: 'a JPEG with a broken colour profile',
      bytes: withSegment(jpeg, APP2, text(`ICC_PROFILE\0\x01\x01${MARKER}`)),
      fate: 'no_crash' as const,
    },
    {
      name: 'a JPEG with EXIF that points outside itself',
      bytes: withSegment(jpeg, APP1, text(`Exif\0\0II*\0\xff\xff\xff\x7f${MARKER}`)),
      fate: 'no_crash' as const,
    },
  ]
  const pngs = [
    {
      name: 'a PNG with EXIF',
      bytes: withChunk(png, 'eXIf', exifSegment({ note: MARKER }).subarray(6)),
    },
    {
      name: 'a PNG with XMP',
      bytes: withChunk(png, 'iTXt', text(`XML:com.adobe.xmp\0\0\0\0\0${xmp.toString('latin1')}`)),
    },
    {
      name: 'a PNG with 4 MB of text',
      bytes: withChunk(png, 'tEXt', text(`Comment\0${MARKER.repeat(175_000)}`)),
      fate: 'no_crash' as const,
    },
    {
      name: 'a PNG with text that unpacks to 200 MB',
      bytes: withChunk(
        png,
        'zTXt',
        Buffer.concat([text('Comment\0\0'), deflateSync(Buffer.alloc(200e6))]),
      ),
      fate: 'no_crash' as const,
    },
    {
      name: 'a PNG with a broken colour profile',
      bytes: withChunk(png, 'iCCP', Buffer.concat([text('x\0\0'), deflateSync(text(MARKER))])),
      fate: 'no_crash' as const,
    },
    { name: 'a PNG with a chunk of its own', bytes: withChunk(png, 'clUb', text(MARKER)) },
    {
      name: 'a PNG that moves',
      bytes: withChunk(png, 'acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
      fate: 'moving_picture' as const,
    },
  ]
  return [
    ...jpegs.map((file) => hostile({ fate: 'remade', ...file, type: 'jpeg' })),
    ...pngs.map((file) => hostile({ fate: 'remade', ...file, type: 'png' })),
  ]
}

/** More than a format can say is no picture, more than we take is one that is too large. */
const fateOf = (width: number, height: number) => {
  const isPossible = Math.min(width, height) > 0 && Math.max(width, height) <= 65_500
  return isPossible ? 'too_many_pixels' : 'unreadable_image'
}

/** Pictures that are larger than they look. */
export async function bombs(): Promise<HostileFile[]> {
  const jpeg = await goodJpeg()
  const sof = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  const jpegOf = (width: number, height: number) => {
    const changed = Buffer.from(jpeg)
    changed.writeUInt16BE(height, sof + 5)
    changed.writeUInt16BE(width, sof + 7)
    return changed
  }
  const emptyPng = (width: number, height: number) =>
    Buffer.concat([
      PNG_MAGIC,
      pngHeader(width, height),
      pngChunk('IDAT', deflateSync(Buffer.alloc(1000))),
      pngChunk('IEND', Buffer.alloc(0)),
    ])
  const wholePng = (side: number) =>
    Buffer.concat([
      PNG_MAGIC,
      pngHeader(side, side, { depth: 1, colour: 0 }),
      pngChunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side))),
      pngChunk('IEND', Buffer.alloc(0)),
    ])
  const sizes = [
    [50_000, 50_000],
    [30_000, 30_000],
    [10_001, 4],
    [4, 10_001],
    [9_999, 9_999],
    [2_147_483_647, 2_147_483_647],
    [4_294_967_295, 1],
    [0, 0],
    [0, 100],
  ] as const
  return [
    ...sizes.map(([width, height]) =>
      hostile({
        name: `a PNG that says it has ${width} × ${height} pixels`,
        bytes: emptyPng(width, height),
        type: 'png',
        fate: fateOf(width, height),
      }),
    ),
    ...[20_000, 9_000].map((side) =>
      hostile({
        name: `a PNG of a few kilobytes that really has ${side} × ${side} pixels`,
        bytes: wholePng(side),
        type: 'png',
        fate: fateOf(side, side),
      }),
    ),
    ...(
      [
        [65_535, 65_535],
        [65_500, 3],
        [12_000, 12_000],
        [0, 0],
        [5_000, 5_000],
      ] as const
    ).map(([width, height]) =>
      hostile({
        name: `a JPEG that says it has ${width} × ${height} pixels`,
        bytes: jpegOf(width, height),
        type: 'jpeg',
        // of one within the limits most is missing, and every browser shows it so
        fate: width === 5_000 ? 'no_crash' : fateOf(width, height),
      }),
    ),
  ]
}

/** Pictures that stop early. */
export async function truncatedPictures(): Promise<HostileFile[]> {
  const files: HostileFile[] = []
  for (const [type, bytes] of [
    ['jpeg', await goodJpeg()],
    ['png', await goodPng()],
  ] as const)
    for (const share of [1, 2, 5, 10, 15, 20, 30, 40, 50, 55, 60, 65, 70, 75, 80, 85, 90, 94])
      files.push(
        hostile({
          name: `the first ${share}% of a ${type.toUpperCase()}`,
          bytes: bytes.subarray(0, Math.max(12, Math.floor((bytes.length * share) / 100))),
          type,
          fate: 'unreadable_image',
        }),
      )
  return files
}

/** Pictures with single bits turned over, the same ones every time. */
export async function flippedPictures(): Promise<HostileFile[]> {
  const files: HostileFile[] = []
  for (const [type, bytes] of [
    ['jpeg', await goodJpeg()],
    ['png', await goodPng()],
  ] as const)
    for (let n = 0; n < 14; n += 1) {
      const changed = Buffer.from(bytes)
      for (let k = 0; k <= n; k += 1) {
        const at = 12 + ((n * 7919 + k * 104_729) % (bytes.length - 12))
        changed[at] = changed[at]! ^ (1 << ((n + k) % 8))
      }
      const name = `a ${type.toUpperCase()} with ${n + 1} bits turned over`
      files.push(hostile({ name, bytes: changed, type, fate: 'no_crash' }))
    }
  return files
}

/** A WebP of several frames. */
export const movingWebp = async (): Promise<Buffer> => {
  const frames = { width: 40, height: 80, channels: 3, pageHeight: 40 } as const
  const pixels = Buffer.alloc(40 * 80 * 3).fill(200, 40 * 40 * 3)
  return sharp(pixels, { raw: frames }).webp({ loop: 0 }).toBuffer()
}
