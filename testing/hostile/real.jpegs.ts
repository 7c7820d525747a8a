import sharp, { type Sharp } from 'sharp'
import { exifSegment } from './hostile.exif.ts'
import { text, withSegment } from './hostile.parts.ts'
import { photo } from '#testing/fixtures/photos.ts'
import { makeTiff, keptWhole, type RealFile } from './real.parts.ts'

const [APP0, APP1, APP2, APP11, APP13, APP14] = [0xe0, 0xe1, 0xe2, 0xeb, 0xed, 0xee]
const COMMENT = 0xfe
const END = Buffer.from([0xff, 0xd9])

/** The picture as a sensor sees it when the camera is held so. */
const HELD: Record<number, (upright: Sharp) => Sharp> = {
  1: (upright) => upright,
  2: (upright) => upright.flop(),
  3: (upright) => upright.rotate(180),
  4: (upright) => upright.flip(),
  5: (upright) => upright.rotate(90),
  6: (upright) => upright.rotate(270),
  7: (upright) => upright.rotate(270),
  8: (upright) => upright.rotate(90),
}
const seen = async () => sharp(await photo({ width: 160, height: 120, format: 'png' }))

/** Of a camera held in every way, in both byte orders. */
async function turned(): Promise<RealFile[]> {
  const ways = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((orientation) => [
    { orientation, isBig: false },
    { orientation, isBig: true },
  ])
  return Promise.all(
    ways.map(async ({ orientation, isBig }) => {
      // one step after the other: turning and mirroring at once has an order of its own
      const rotated = await HELD[orientation]!(await seen())
        .png()
        .toBuffer()
      const isMirrored = orientation === 5 || orientation === 7
      const jpeg = await sharp(rotated).flop(isMirrored).jpeg({ quality: 95 }).toBuffer()
      const exif = Buffer.concat([text('Exif\0\0'), makeTiff(orientation, { isBig })])
      const order = isBig ? 'Motorola' : 'Intel'
      return keptWhole(
        `a phone held in way ${orientation}, noted in ${order} order`,
        withSegment(jpeg, APP1, exif),
      )
    }),
  )
}

const encoded = async (make: (picture: Sharp) => Sharp): Promise<Buffer> =>
  make(await seen()).toBuffer()

const good = () => encoded((picture) => picture.jpeg({ quality: 95 }))

const TABLE = Buffer.from([0xff, 0xdb])

/** With EXIF that says it is so many bytes longer than it is. */
async function withWrongLength(off: number): Promise<Buffer> {
  const exif = Buffer.concat([text('Exif\0\0'), makeTiff(1, { isBig: true })])
  const jpeg = withSegment(await bare(), APP1, exif)
  jpeg.writeUInt16BE(jpeg.readUInt16BE(4) + off, 4)
  return jpeg
}

/** Without the segment of its own a JPEG begins with. */
async function bare(): Promise<Buffer> {
  const jpeg = await good()
  return jpeg[3] === APP0
    ? Buffer.concat([jpeg.subarray(0, 2), jpeg.subarray(4 + jpeg.readUInt16BE(4))])
    : jpeg
}

/** The bytes of the header of a scan, which begins `ff da`. */
async function withScanHeader(change: (jpeg: Buffer, scan: number) => void): Promise<Buffer> {
  const jpeg = Buffer.from(await good())
  change(jpeg, jpeg.indexOf(Buffer.from([0xff, 0xda])))
  return jpeg
}

/** What phones and cameras write around a good picture, and what goes wrong there. */
async function noted(): Promise<RealFile[]> {
  const jpeg = await good()
  const plain = await bare()
  const table = plain.indexOf(TABLE, plain.indexOf(TABLE) + 2)
  const profile = Buffer.concat([text('ICC_PROFILE\0\x01\x01'), Buffer.alloc(500, 7)])
  const film = Buffer.concat([text('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'), Buffer.alloc(60_000, 3)])
  const files: Record<string, Buffer> = {
    'a picture without any header of its own': plain,
    'a picture with JFIF and EXIF, EXIF first': withSegment(
      jpeg,
      APP1,
      Buffer.concat([text('Exif\0\0'), makeTiff(1)]),
    ),
    'a camera’s maker note of 60 kB': withSegment(jpeg, APP1, Buffer.alloc(60_000, 0x4e)),
    'EXIF that ends in the middle': withSegment(jpeg, APP1, text('Exif\0\0II*\0\x08\0\0\0\x09')),
    'EXIF of nothing but zeros': withSegment(
      jpeg,
      APP1,
      Buffer.concat([text('Exif\0\0'), Buffer.alloc(80)]),
    ),
    'XMP as photo programs write it': withSegment(
      jpeg,
      APP1,
      text('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"/>'),
    ),
    'IPTC of a press program': withSegment(
      jpeg,
      APP13,
      text('Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\0'),
    ),
    'a mark of who made it with AI (JUMBF)': withSegment(
      jpeg,
      APP11,
      text('JP\0\x01\0\0\0\x01jumb'),
    ),
    'a colour profile that is none': withSegment(jpeg, APP2, profile),
    'several pictures in one (MPF) with a second behind it': Buffer.concat([
      withSegment(jpeg, APP2, text('MPF\0II*\0\x08\0\0\0')),
      jpeg,
    ]),
    'a film behind it, as motion photos have': Buffer.concat([jpeg, film]),
    'a trailer of Samsung’s': Buffer.concat([
      jpeg,
      text('\0\0\x01\x0aImage_UTC_Data'),
      text('SEFHSEFT'),
    ]),
    '100 kB of zeros behind it': Buffer.concat([jpeg, Buffer.alloc(100_000)]),
    'a line end behind it': Buffer.concat([jpeg, text('\r\n')]),
    'stray bytes before its end': Buffer.concat([jpeg.subarray(0, -2), text('\0\0\x1a'), END]),
    'its end twice': Buffer.concat([jpeg, END]),
    'no end': jpeg.subarray(0, -2),
    'half an end': jpeg.subarray(0, -1),
    'fill bytes before a table': Buffer.concat([
      plain.subarray(0, table),
      Buffer.alloc(9, 0xff),
      plain.subarray(table),
    ]),
    'stray bytes between two segments': Buffer.concat([
      plain.subarray(0, table),
      Buffer.alloc(6),
      plain.subarray(table),
    ]),
    'a comment in another alphabet': withSegment(jpeg, COMMENT, Buffer.from('фото 写真', 'utf8')),
    'an Adobe segment that is too short': withSegment(jpeg, APP14, text('Adobe\0')),
    'a scan that says where it ends, as some phones do, and says 0': await withScanHeader(
      (changed, scan) => changed.writeUInt8(0, scan + 2 + changed.readUInt16BE(scan + 2) - 2),
    ),
  }
  for (const off of [-8, -4, -2, -1, 1, 2, 3, 4, 6, 20, 40])
    files[
      `EXIF that says it is ${Math.abs(off)} bytes ${off < 0 ? 'shorter' : 'longer'} than it is`
    ] = await withWrongLength(off)
  const thumbnail = await sharp({
    create: { width: 40, height: 30, channels: 3, background: '#888' },
  })
    .jpeg()
    .toBuffer()
  for (const off of [-30, -8, -1, 0, 5, 30]) {
    const small = withSegment(plain, APP1, exifSegment({ thumbnail, note: 'phone' }))
    small.writeUInt16BE(small.readUInt16BE(4) + off, 4)
    files[`a thumbnail in EXIF that is ${off} bytes off`] = small
  }
  return Object.entries(files).map(([name, bytes]) => keptWhole(name, bytes))
}

/** The ways encoders write pixels. */
async function written(): Promise<RealFile[]> {
  const ways: Record<string, (picture: Sharp) => Sharp> = {
    'a progressive one': (picture) => picture.jpeg({ progressive: true }),
    'one without subsampling': (picture) => picture.jpeg({ chromaSubsampling: '4:4:4' }),
    'one of the best quality': (picture) => picture.jpeg({ quality: 100 }),
    'one of mozjpeg': (picture) => picture.jpeg({ mozjpeg: true }),
    'one in CMYK for a print shop': (picture) => picture.toColourspace('cmyk').jpeg(),
    'one in P3, as iPhones make them': (picture) => picture.withIccProfile('p3').jpeg(),
    'one with a profile for sRGB': (picture) => picture.withIccProfile('srgb').jpeg(),
    'one of 4032 × 3024': (picture) => picture.resize(4032, 3024).jpeg({ quality: 50 }),
    'one with odd sides': (picture) =>
      picture.resize(153, 119, { fit: 'fill' }).jpeg({ quality: 95 }),
  }
  return Promise.all(
    Object.entries(ways).map(async ([name, make]) => keptWhole(name, await encoded(make))),
  )
}

/** What is no whole picture, or none that we take. */
async function refused(): Promise<RealFile[]> {
  const jpeg = await good()
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  const changed = (change: (copy: Buffer) => void) => {
    const copy = Buffer.from(jpeg)
    change(copy)
    return copy
  }
  const sized = (width: number, height: number) =>
    changed((copy) => {
      copy.writeUInt16BE(height, frame + 5)
      copy.writeUInt16BE(width, frame + 7)
    })
  return [
    { name: 'a phone of 50 megapixels', bytes: sized(8160, 6120), fate: 'too_many_pixels' },
    { name: 'a phone of 200 megapixels', bytes: sized(16_320, 12_240), fate: 'too_many_pixels' },
    { name: 'a panorama 12,000 wide', bytes: sized(12_000, 2_000), fate: 'too_many_pixels' },
    {
      name: 'half of a download',
      bytes: jpeg.subarray(0, jpeg.length / 2),
      fate: 'unreadable_image',
    },
    {
      name: 'all but the last rows of a download',
      bytes: jpeg.subarray(0, -60),
      fate: 'unreadable_image',
    },
    {
      name: 'one of 12 bits',
      bytes: changed((copy) => copy.writeUInt8(12, frame + 4)),
      fate: 'unreadable_image',
    },
    {
      name: 'one without its frame',
      bytes: changed((copy) => copy.writeUInt8(0xc3, frame + 1)),
      fate: 'unreadable_image',
    },
    {
      name: 'a file of zeros behind the first bytes',
      bytes: Buffer.concat([jpeg.subarray(0, 4), Buffer.alloc(4_000)]),
      fate: 'unreadable_image',
    },
    {
      name: 'an HEIC named .jpg',
      bytes: Buffer.concat([text('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), Buffer.alloc(400)]),
      fate: 'wrong_file_type',
    },
    {
      name: 'an AVIF named .jpg',
      bytes: Buffer.concat([text('\0\0\0\x18ftypavif\0\0\0\0mif1avif'), Buffer.alloc(400)]),
      fate: 'wrong_file_type',
    },
    {
      name: 'a raw picture of a camera',
      bytes: Buffer.concat([text('II*\0\x10\0\0\0CR\x02'), Buffer.alloc(400)]),
      fate: 'wrong_file_type',
    },
  ]
}

/** JPEGs as they are met; what is whole shows red beside green above blue beside black. */
export async function realJpegs(): Promise<RealFile[]> {
  return (await Promise.all([turned(), noted(), written(), refused()])).flat()
}
