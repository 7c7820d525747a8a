import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { PNG_MAGIC, pngChunk, pngHeader, text, withChunk, withSegment } from './hostile.parts.ts'
import { photo } from '#testing/fixtures/photos.ts'
import { makeTiff, keptWhole, type RealFile } from './real.parts.ts'

const [APP1, APP2, COMMENT, DQT, DHT, FRAME, SCAN] = [0xe1, 0xe2, 0xfe, 0xdb, 0xc4, 0xc0, 0xda]

const seen = async () => sharp(await photo({ width: 160, height: 120, format: 'png' }))
const encoded = async (make: (picture: Sharp) => Sharp) => make(await seen()).toBuffer()

type Segment = { code: number; data: Buffer }

/** A JPEG taken apart: its segments, and what follows the header of its scan. */
function takeApart(jpeg: Buffer): { segments: Segment[]; scan: Buffer; pixels: Buffer } {
  const segments: Segment[] = []
  let at = 2
  for (;;) {
    const code = jpeg[at + 1]!
    const end = at + 2 + jpeg.readUInt16BE(at + 2)
    const data = jpeg.subarray(at + 4, end)
    at = end
    if (code === SCAN) return { segments, scan: data, pixels: jpeg.subarray(at) }
    segments.push({ code, data })
  }
}

const segmentBytes = ({ code, data }: Segment): Buffer => {
  const head = Buffer.from([0xff, code, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

const putTogether = (segments: readonly Segment[], scan: Buffer, pixels: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...segments.map(segmentBytes),
    segmentBytes({ code: SCAN, data: scan }),
    pixels,
  ])

/** A table of quantities as some cameras write it: each of two bytes. */
const inTwoBytes = ({ code, data }: Segment): Segment => {
  if (code !== DQT) return { code, data }
  const parts: Buffer[] = []
  for (let at = 0; at + 65 <= data.length; at += 65) {
    const table = Buffer.alloc(129)
    table[0] = 0x10 | data[at]!
    for (let n = 0; n < 64; n += 1) table.writeUInt16BE(data[at + 1 + n]!, 1 + 2 * n)
    parts.push(table)
  }
  return { code, data: Buffer.concat(parts) }
}

/** More quirks of JPEGs: how tables, marks and notes lie about the pixels. */
export async function furtherJpegs(): Promise<RealFile[]> {
  const good = await encoded((picture) => picture.jpeg({ quality: 95 }))
  const { segments, scan, pixels } = takeApart(good)
  const tables = segments.filter(({ code }) => code === DHT)
  const others = segments.filter(({ code }) => code !== DHT)
  const exif = (orientation: number) =>
    Buffer.concat([text('Exif\0\0'), makeTiff(orientation, { isBig: true })])
  const icc = Buffer.from(
    (await sharp(await encoded((picture) => picture.withIccProfile('p3').jpeg())).metadata()).icc!,
  )
  const profilePart = (n: number, of: number, data: Buffer) =>
    Buffer.concat([text('ICC_PROFILE\0'), Buffer.from([n, of]), data])
  const half = icc.length >> 1
  const longTiff = makeTiff(1)
  longTiff.writeUInt16LE(4, 24)
  const named = (ids: string) =>
    segments.map(({ code, data }) => {
      if (code !== FRAME) return { code, data }
      const copy = Buffer.from(data)
      Array.from(ids).forEach((id, n) => copy.writeUInt8(id.charCodeAt(0), 6 + 3 * n))
      return { code, data: copy }
    })
  const namedScan = (ids: string) => {
    const copy = Buffer.from(scan)
    Array.from(ids).forEach((id, n) => copy.writeUInt8(id.charCodeAt(0), 1 + 2 * n))
    return copy
  }
  const files: Record<string, Buffer> = {
    'tables of two bytes': putTogether(segments.map(inTwoBytes), scan, pixels),
    'one segment for all Huffman tables': putTogether(
      [...others, { code: DHT, data: Buffer.concat(tables.map(({ data }) => data)) }],
      scan,
      pixels,
    ),
    'its Huffman tables before its frame': putTogether([...tables, ...others], scan, pixels),
    'its Huffman tables twice': putTogether([...segments, ...tables], scan, pixels),
    'parts called 0, 1 and 2': putTogether(named('\0\x01\x02'), namedScan('\0\x01\x02'), pixels),
    'a mark of 0 restarts': putTogether(
      [...segments, { code: 0xdd, data: Buffer.from([0, 0]) }],
      scan,
      pixels,
    ),
    'a comment without a word': withSegment(good, COMMENT, Buffer.alloc(0)),
    'forty comments': Array.from({ length: 40 }).reduce<Buffer>(
      (jpeg) => withSegment(jpeg, COMMENT, text('x')),
      good,
    ),
    'a note in each kind of segment for programs': Array.from({ length: 16 }).reduce<Buffer>(
      (jpeg, _, n) => (n === 14 ? jpeg : withSegment(jpeg, 0xe0 + n, text('vendor\0\x01\x02'))),
      good,
    ),
    'fill bytes after its start': Buffer.concat([
      good.subarray(0, 2),
      Buffer.alloc(5, 0xff),
      good.subarray(2),
    ]),
    'fill bytes before its end': Buffer.concat([
      good.subarray(0, -2),
      Buffer.alloc(7, 0xff),
      good.subarray(-2),
    ]),
    'EXIF twice': withSegment(withSegment(good, APP1, exif(1)), APP1, exif(1)),
    'EXIF that says it was held in way 0': withSegment(good, APP1, exif(0)),
    'EXIF that says it was held in way 9': withSegment(good, APP1, exif(9)),
    'EXIF that notes how it was held in four bytes': withSegment(
      good,
      APP1,
      Buffer.concat([text('Exif\0\0'), longTiff]),
    ),
    'EXIF whose entries lie beyond its end': withSegment(
      good,
      APP1,
      Buffer.concat([text('Exif\0\0MM\0*'), Buffer.from([0, 0, 0xff, 0xf0]), Buffer.alloc(40)]),
    ),
    'EXIF that leads round in a circle': withSegment(
      good,
      APP1,
      Buffer.concat([text('Exif\0\0MM\0*\0\0\0\x08\0\0\0\0\0\x08'), Buffer.alloc(8)]),
    ),
    'a profile in two parts': withSegment(
      withSegment(good, APP2, profilePart(2, 2, icc.subarray(half))),
      APP2,
      profilePart(1, 2, icc.subarray(0, half)),
    ),
    'a profile whose second part is missing': withSegment(
      good,
      APP2,
      profilePart(1, 2, icc.subarray(0, half)),
    ),
    'a profile of no length': withSegment(good, APP2, profilePart(1, 1, Buffer.alloc(0))),
    'a map of brightness behind it (Ultra HDR)': Buffer.concat([
      withSegment(
        good,
        APP1,
        text(
          'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/" hdrgm:Version="1.0"/>',
        ),
      ),
      await encoded((picture) => picture.grayscale().jpeg()),
    ]),
    'XMP that says it was turned': withSegment(
      good,
      APP1,
      text(
        'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:li tiff:Orientation="6"/></x:xmpmeta>',
      ),
    ),
    'a second picture’s start behind it': Buffer.concat([good, good.subarray(0, 200)]),
    'a page of the web behind it': Buffer.concat([good, text('<html></html>')]),
  }
  const drawn: Record<string, (picture: Sharp) => Sharp> = {
    'restarts in every row': (picture) => picture.jpeg({ quality: 95, mozjpeg: false }),
    'a progressive one of mozjpeg with trellis': (picture) =>
      picture.jpeg({ trellisQuantisation: true, overshootDeringing: true, optimiseScans: true }),
    'one of quality 30': (picture) => picture.jpeg({ quality: 30 }),
    'one with one table for all': (picture) => picture.jpeg({ quantisationTable: 3 }),
    'one without optimal tables': (picture) => picture.jpeg({ optimiseCoding: false }),
    'one of 17 × 13': (picture) => picture.resize(17, 13, { fit: 'fill' }).jpeg({ quality: 98 }),
    'one of 1,000 × 9': (picture) => picture.resize(1000, 9, { fit: 'fill' }).jpeg({ quality: 98 }),
    'one 10,000 wide': (picture) => picture.resize(10_000, 60, { fit: 'fill' }).jpeg(),
    'CMYK with a profile of a printer': (picture) =>
      picture.withIccProfile('cmyk').toColourspace('cmyk').jpeg(),
    'one with 600 dots an inch': (picture) => picture.withMetadata({ density: 600 }).jpeg(),
  }
  const made = await Promise.all(
    Object.entries(drawn).map(async ([name, make]) => [name, await encoded(make)] as const),
  )
  return [...Object.entries(files), ...made].map(([name, bytes]) =>
    keptWhole(`JPEG: ${name}`, bytes),
  )
}

type Raster = { depth: number; colour: number; bytesAt: (quarter: number) => number[] }
/** Entries of red, green, blue and black. */
const PALETTE = Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0])

const rows = ({ bytesAt }: Raster, filter = 0): Buffer =>
  Buffer.concat(
    Array.from({ length: 120 }, (_, y) =>
      Buffer.from([
        filter,
        ...Array.from({ length: 160 }, (_x, x) =>
          bytesAt((y < 60 ? 0 : 2) + (x < 80 ? 0 : 1)),
        ).flat(),
      ]),
    ),
  )

const RGB = [...PALETTE]
const colours: Record<string, Raster> = {
  'of three bytes': { depth: 8, colour: 2, bytesAt: (q) => RGB.slice(3 * q, 3 * q + 3) },
  'with transparency of 16 bits': {
    depth: 16,
    colour: 6,
    bytesAt: (q) => [...RGB.slice(3 * q, 3 * q + 3).flatMap((v) => [v, v]), 255, 255],
  },
  'of 16 bits without': {
    depth: 16,
    colour: 2,
    bytesAt: (q) => RGB.slice(3 * q, 3 * q + 3).flatMap((v) => [v, v]),
  },
  'of a palette': { depth: 8, colour: 3, bytesAt: (q) => [q] },
}

type Writing = { data?: Buffer; parts?: number; before?: Buffer[]; end?: Buffer[] }
function png(raster: Raster, { data, parts = 1, before = [], end }: Writing = {}): Buffer {
  const packed = data ?? deflateSync(rows(raster))
  const size = Math.ceil(packed.length / parts)
  return Buffer.concat([
    PNG_MAGIC,
    pngHeader(160, 120, raster),
    ...before,
    ...Array.from({ length: parts }, (_, at) =>
      pngChunk('IDAT', packed.subarray(at * size, (at + 1) * size)),
    ),
    ...(end ?? [pngChunk('IEND', Buffer.alloc(0))]),
  ])
}

/** More quirks of PNGs. */
export async function furtherPngs(): Promise<RealFile[]> {
  const plain = colours['of three bytes']!
  const palette = pngChunk('PLTE', PALETTE)
  const paletted = colours['of a palette']!
  const good = png(plain)
  const words = (type: string, data: Buffer) => withChunk(good, type, data)
  const files: Record<string, Buffer> = {
    ...Object.fromEntries(
      Object.entries(colours).map(([name, raster]) => [
        name,
        png(raster, { before: raster.colour === 3 ? [palette] : [] }),
      ]),
    ),
    'with a palette and less transparency than entries': png(paletted, {
      before: [palette, pngChunk('tRNS', Buffer.from([255, 255]))],
    }),
    'with a palette of a program’s wishes': png(plain, { before: [palette] }),
    'in 300 parts': png(plain, { parts: 300 }),
    'with an empty part': png(plain, { before: [pngChunk('IDAT', Buffer.alloc(0))] }),
    'not packed at all': png(plain, { data: deflateSync(rows(plain), { level: 0 }) }),
    'packed in a window of 512 bytes': png(plain, {
      data: deflateSync(rows(plain), { windowBits: 9 }),
    }),
    'with zeros behind its pixels': png(plain, {
      data: deflateSync(Buffer.concat([rows(plain), Buffer.alloc(100)])),
    }),
    'without an end': png(plain, { end: [] }),
    'with bytes behind its end': Buffer.concat([good, text('\r\n<html>')]),
    'with long words': words('iTXt', Buffer.concat([text('XML:com.adobe.xmp\0\0\0\0\0<x/>')])),
    'with packed words': words(
      'zTXt',
      Buffer.concat([text('a\0\0'), deflateSync('b'.repeat(9e4))]),
    ),
    'with a broken packed word': words('zTXt', text('a\0\0nothing')),
    'with words of no name': words('tEXt', text('\0x')),
    'with a name of 100 letters': words('tEXt', text(`${'x'.repeat(100)}\0x`)),
    'with a gamma of 0': words('gAMA', Buffer.alloc(4)),
    'with a density of 0': words('pHYs', Buffer.alloc(9)),
    'with odd whites': words('cHRM', Buffer.alloc(32)),
    'with what it is for in HDR': words('cICP', Buffer.from([9, 16, 0, 1])),
    'with a background': words('bKGD', Buffer.from([0, 255, 0, 255, 0, 255])),
    'with a chunk of a camera’s own': words('prVt', Buffer.alloc(5_000, 7)),
    'with EXIF that is none': words('eXIf', text('nothing')),
    'with its time twice': withChunk(
      words('tIME', Buffer.from([7, 234, 1, 1, 1, 1, 1])),
      'tIME',
      Buffer.from([7, 234, 1, 1, 1, 1, 1]),
    ),
    'with sRGB and a profile': withChunk(
      await encoded((picture) => picture.withIccProfile('p3').png()),
      'sRGB',
      Buffer.from([0]),
    ),
  }
  return Object.entries(files).map(([name, bytes]) => keptWhole(`PNG: ${name}`, bytes))
}

const riffChunk = (name: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** More quirks of WebPs. */
export async function furtherWebps(): Promise<RealFile[]> {
  const good = await encoded((picture) => picture.webp({ quality: 95 }))
  const sized = (off: number) => {
    const copy = Buffer.from(good)
    copy.writeUInt32LE(copy.readUInt32LE(4) + off, 4)
    return copy
  }
  const flags = Buffer.alloc(10)
  flags.writeUIntLE(159, 4, 3)
  flags.writeUIntLE(119, 7, 3)
  const extended = (...chunks: Buffer[]) => {
    const body = Buffer.concat([riffChunk('VP8X', flags), ...chunks, good.subarray(12)])
    const head = Buffer.from(good.subarray(0, 12))
    head.writeUInt32LE(body.length + 4, 4)
    return Buffer.concat([head, body])
  }
  const files: Record<string, Buffer> = {
    'with bytes behind it': Buffer.concat([good, Buffer.alloc(99)]),
    'with an extended header': extended(),
    'with an unknown part': extended(riffChunk('abcd', Buffer.alloc(33))),
    'with XMP its header does not tell of': extended(riffChunk('XMP ', text('<x/>'))),
    'almost lossless': await encoded((picture) => picture.webp({ nearLossless: true })),
    'of a sharp kind': await encoded((picture) =>
      picture.webp({ smartSubsample: true, preset: 'text', quality: 90 }),
    ),
    'that says it is longer': sized(0),
  }
  return Object.entries(files).map(([name, bytes]) => keptWhole(`WebP: ${name}`, bytes))
}
