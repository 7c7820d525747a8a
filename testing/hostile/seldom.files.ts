// Pictures and PDFs that are met seldom: webcams, scanners, editors and what is cut off at each place.
import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { photo } from '#testing/fixtures/photos.ts'
import { PNG_MAGIC, pngChunk, pngHeader, text, withChunk, withSegment } from './hostile.parts.ts'
import { pdf, pdfStream } from './hostile.pdfs.ts'
import { keptWhole, makeTiff, type RealFile } from './real.parts.ts'

const [APP1, APP2, APP3, ADOBE, DHT, FRAME, SCAN] = [0xe1, 0xe2, 0xe3, 0xee, 0xc4, 0xc0, 0xda]
const UNPACKED = Buffer.alloc(200e6)

const seen = async () => sharp(await photo({ width: 160, height: 120, format: 'png' }))
const encoded = async (make: (picture: Sharp) => Sharp) => make(await seen()).toBuffer()

/** Four quarters with arithmetic coding, which sharp reads and does not write: made by cjpeg of libjpeg-turbo 2.1.5. */
const ARITHMETIC =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAx' +
  'NDQ0Hyc5PTgyPC4zNDL/2wBDAQkJCQwLDBgNDRgyIRwhMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIy' +
  'MjIyMjIyMjL/yQARCAAwAEADASIAAhEBAxEB/8wACgAQEAUBEBEF/9oADAMBAAIRAxEAPwD/AKAdesAtbE892gfvMxFiE/6fjPs9' +
  'auX1XpcLgr89tuHyMzueR3QxGzo1t5KP2xXPUQMwE024LmlvXpu2z4ScItlZWWQyBBfvzpT5x+5M3f/Z'
const ARITHMETIC_PROGRESSIVE =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAx' +
  'NDQ0Hyc5PTgyPC4zNDL/2wBDAQkJCQwLDBgNDRgyIRwhMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIy' +
  'MjIyMjIyMjL/ygARCAAwAEADASIAAhEBAxEB/8wABgAQARD/2gAMAwEAAhADEAAAAf8AP5SB1CaLManF6vdsEzq0LAXCHHZXbxR8' +
  'd/CCf1LDt3o1TUmA/8wABBAF/9oACAEBAAEFAqj/zAAEEQX/2gAIAQMBAT8B1T2reFblDpNfWaEJw2JZnW70YP/MAAQRBf/aAAgB' +
  'AgEBPwHV8ripyy7lc3ZpNNWmg712/8wABBAF/9oACAEBAAY/Aqj/zAAEEAX/2gAIAQEAAT8hqP/aAAwDAQACAAMAAAAQUX9qJinV' +
  'M0V6/8wABBEF/9oACAEDAQE/EKkmhaHVofmeAKD/zAAEEQX/2gAIAQIBAT8QqVOUIdWh2fmHXv/MAAQQBf/aAAgBAQABPxCo/9k='

type Part = { code: number; at: number; end: number }
/** Where each segment before the first scan's pixels begins and ends. */
function findParts(jpeg: Buffer): Part[] {
  const parts: Part[] = []
  for (let at = 2; parts.at(-1)?.code !== SCAN; at = parts.at(-1)!.end)
    parts.push({ code: jpeg[at + 1]!, at, end: at + 2 + jpeg.readUInt16BE(at + 2) })
  return parts
}
const cutOut = (jpeg: Buffer, isMeant: (code: number) => boolean): Buffer =>
  Buffer.concat([
    jpeg.subarray(0, 2),
    ...findParts(jpeg)
      .filter(({ code }) => !isMeant(code))
      .map(({ at, end }) => jpeg.subarray(at, end)),
    jpeg.subarray(findParts(jpeg).at(-1)!.end),
  ])
const isNote = (code: number) => code >= 0xe0 && code <= 0xef

/** Red, green and blue one after the other, each in a scan of its own, as old editors write them. */
async function inThreeScans(count = 3): Promise<Buffer> {
  const grey = await Promise.all(
    ([0, 1, 2] as const).map(async (channel) => {
      // one step after the other: a picture made grey at once would have one channel to take
      const one = await encoded((picture) => picture.removeAlpha().extractChannel(channel).png())
      return sharp(one).toColourspace('b-w').jpeg({ quality: 95, optimiseCoding: false }).toBuffer()
    }),
  )
  const first = cutOut(grey[0]!, isNote)
  const parts = findParts(first)
  const before = parts
    .filter(({ code }) => code !== SCAN)
    .map(({ code, at, end }) => {
      if (code !== FRAME) return first.subarray(at, end)
      const three = [0x52, 0x47, 0x42].flatMap((id) => [id, 0x11, 0])
      const head = Buffer.from([...first.subarray(at, at + 9), 3, ...three])
      head.writeUInt16BE(head.length - 2, 2)
      return head
    })
  const scans = grey.slice(0, count).map((jpeg, n) => {
    const pixels = jpeg.subarray(findParts(jpeg).at(-1)!.end, -2)
    return Buffer.concat([
      Buffer.from([0xff, SCAN, 0, 8, 1, [0x52, 0x47, 0x42][n]!, 0, 0, 63, 0]),
      pixels,
    ])
  })
  return Buffer.concat([first.subarray(0, 2), ...before, ...scans, Buffer.from([0xff, 0xd9])])
}

export async function seldomJpegs(): Promise<RealFile[]> {
  const good = await encoded((picture) => picture.jpeg({ quality: 95 }))
  const bare = cutOut(good, isNote)
  const webcam = await encoded((picture) => picture.jpeg({ quality: 95, optimiseCoding: false }))
  const red = await inThreeScans()
  const gain = await encoded((picture) => picture.grayscale().resize(40).jpeg())
  const sheets = Buffer.concat([text('MPF\0MM\0*'), Buffer.from([0, 0, 0, 8]), Buffer.alloc(80)])
  const profile = Buffer.alloc(65_000, 7)
  const huge = Array.from({ length: 50 }).reduce<Buffer>(
    (jpeg, _, n) =>
      withSegment(
        jpeg,
        APP2,
        Buffer.concat([text('ICC_PROFILE\0'), Buffer.from([50 - n, 50]), profile]),
      ),
    good,
  )
  const progressive = await encoded((picture) => picture.jpeg({ quality: 95, progressive: true }))
  const isScan = Buffer.from([0xff, SCAN])
  const second = progressive.indexOf(isScan, findParts(progressive).at(-1)!.end)
  const first = progressive.subarray(0, second)
  const last = progressive.subarray(0, progressive.lastIndexOf(isScan))
  const changed = (change: (copy: Buffer, frame: number) => void) => {
    const copy = Buffer.from(bare)
    change(copy, findParts(copy).find(({ code }) => code === FRAME)!.at)
    return copy
  }
  const files: Record<string, Buffer> = {
    'a webcam’s, without the tables everybody knows': cutOut(webcam, (code) => code === DHT),
    'arithmetic coding': Buffer.from(ARITHMETIC, 'base64'),
    'arithmetic coding, from coarse to fine': Buffer.from(ARITHMETIC_PROGRESSIVE, 'base64'),
    'red, green and blue in scans of their own': red,
    'the same with a mark of Adobe’s': withSegment(red, ADOBE, text('Adobe\0\x64\0\0\0\0\0')),
    'a map of brightness, listed by its place (MPF)': Buffer.concat([
      withSegment(good, APP2, sheets),
      withSegment(gain, APP1, text('http://ns.adobe.com/xap/1.0/\0<x hdrgm:GainMapMax="2"/>')),
    ]),
    'a burst of twelve behind it': Buffer.concat(Array.from({ length: 12 }, () => good)),
    'one of a camera with two lenses (JPS)': withSegment(
      good,
      APP3,
      text('_JPSJPS_\0\x10\0\0\0\x01'),
    ),
    'a colour profile of 3 MB that is none': huge,
    'a film with its name in XMP, as Pixels have': Buffer.concat([
      withSegment(good, APP1, text('http://ns.adobe.com/xap/1.0/\0<x GCamera:MotionPhoto="1"/>')),
      text('\0\0\0\x18ftypmp42\0\0\0\0mp42isom\0\0\0\x08mdat'),
      good.subarray(0, 900),
    ]),
    'a PDF behind it': Buffer.concat([good, pdf()]),
  }
  const refused: Record<string, Buffer> = {
    'written in layers': changed((copy, frame) => copy.writeUInt8(0xc5, frame + 1)),
    'whose height is told behind it': changed((copy, frame) => copy.writeUInt16BE(0, frame + 5)),
    'of no width': changed((copy, frame) => copy.writeUInt16BE(0, frame + 7)),
    'that begins twice': Buffer.concat([good.subarray(0, 2), good]),
    'whose blue is missing': await inThreeScans(2),
    'that breaks off after its first scan': first,
    'that breaks off before its last scan': last,
    ...Object.fromEntries(
      findParts(bare)
        .slice(1)
        .flatMap(({ code, at, end }) => [
          [`cut off before its segment ${code.toString(16)} at ${at}`, bare.subarray(0, at)],
          [
            `cut off within its segment ${code.toString(16)} at ${at}`,
            bare.subarray(0, (at + end) >> 1),
          ],
        ]),
    ),
  }
  return [
    ...Object.entries(files).map(([name, bytes]) => keptWhole(`JPEG: ${name}`, bytes)),
    ...Object.entries(refused).map(([name, bytes]): RealFile => ({
      name: `JPEG: one ${name}`,
      bytes,
      fate: 'unreadable_image',
    })),
  ]
}

/** With the sum of its first chunk of this name spoiled. */
function spoilSum(png: Buffer, name: string): Buffer {
  const copy = Buffer.from(png)
  const at = copy.indexOf(name, 0, 'latin1')
  const sum = at + 4 + copy.readUInt32BE(at - 4)
  copy.writeUInt8(copy[sum]! ^ 0xff, sum)
  return copy
}

const words = (...parts: Buffer[]) => Buffer.concat(parts)

export async function seldomPngs(): Promise<RealFile[]> {
  const good = await encoded((picture) => picture.removeAlpha().png())
  const bomb = deflateSync(UNPACKED)
  const turned = await encoded((picture) => picture.rotate(270).removeAlpha().png())
  const files: Record<string, Buffer> = {
    'with a profile that unpacks to 200 MB': withChunk(good, 'iCCP', words(text('x\0\0'), bomb)),
    'with long words that unpack to 200 MB': withChunk(
      good,
      'iTXt',
      words(text('x\0\x01\0\0\0'), bomb),
    ),
    'with one colour that is clear': withChunk(good, 'tRNS', Buffer.from([0, 9, 0, 9, 0, 9])),
    'held on its side (eXIf)': withChunk(turned, 'eXIf', makeTiff(6)),
    'with rows told in every way': await encoded((picture) =>
      picture.png({ adaptiveFiltering: true }),
    ),
    'interlaced with a palette': await encoded((picture) =>
      picture.png({ palette: true, progressive: true }),
    ),
    'with the layers of an editor, 4 MB': withChunk(good, 'mkBT', Buffer.alloc(4e6, 7)),
    'that would move, told too late': Buffer.concat([
      good.subarray(0, -12),
      pngChunk('acTL', Buffer.from([0, 0, 0, 9, 0, 0, 0, 0])),
      good.subarray(-12),
    ]),
  }
  const pixels = pngChunk('IDAT', deflateSync(Buffer.alloc(121)))
  const refused: Record<string, Buffer> = {
    'whose header has a wrong sum': spoilSum(good, 'IHDR'),
    'whose pixels have a wrong sum': spoilSum(good, 'IDAT'),
    'of no width': words(PNG_MAGIC, pngHeader(0, 120), pixels),
    'of 3 bits': words(PNG_MAGIC, pngHeader(160, 120, { depth: 3 }), pixels),
    'with fewer pixels than it says': words(PNG_MAGIC, pngHeader(160, 120), pixels),
    'with a palette and none to be found': words(
      PNG_MAGIC,
      pngHeader(160, 120, { colour: 3 }),
      pixels,
    ),
    'of nothing but its header': words(PNG_MAGIC, pngHeader(160, 120)),
  }
  return [
    ...Object.entries(files).map(([name, bytes]) => keptWhole(`PNG: ${name}`, bytes)),
    ...Object.entries(refused).map(([name, bytes]): RealFile => ({
      name: `PNG: one ${name}`,
      bytes,
      fate: 'unreadable_image',
    })),
  ]
}

export async function seldomWebps(): Promise<RealFile[]> {
  const turned = await encoded((picture) =>
    picture.rotate(270).withMetadata({ orientation: 6 }).webp({ quality: 95 }),
  )
  const good = await encoded((picture) => picture.webp({ quality: 95 }))
  const short = Buffer.from(good)
  short.writeUInt32LE(40, 4)
  const files: RealFile[] = [
    keptWhole('WebP: held on its side', turned),
    keptWhole(
      'WebP: lossless, clear at its edge',
      await encoded((picture) => picture.ensureAlpha(0.99).webp({ lossless: true, exact: true })),
    ),
    { name: 'WebP: one that says it is shorter', bytes: short, fate: 'unreadable_image' },
    { name: 'WebP: nothing but its header', bytes: good.subarray(0, 30), fate: 'unreadable_image' },
  ]
  return files
}

const RED = text('1 0 0 rg 10 10 150 100 re f')
const REDS = '/ColorSpace[/Indexed/DeviceRGB 1<ff0000ff0000>]/BitsPerComponent'
const scanned = (data: Buffer, image: string, content = '') =>
  pdf({
    page: '/Resources<</XObject<</Im0 5 0 R>>>>',
    content: text(`${content} q 220 0 0 140 0 0 cm /Im0 Do Q`),
    more: [pdfStream(data, `/Type/XObject/Subtype/Image/Width 8/Height 8${image}`)],
  })

const changedText = (from: string, to: string, more: object = {}) =>
  Buffer.from(String(pdf({ content: RED, ...more })).replace(from, to))

export function seldomPdfs(): RealFile[] {
  const nested = (levels: number) =>
    changedText('/Kids[4 0 R]', '/Kids[5 0 R]', {
      more: Array.from(
        { length: levels },
        (_, n) => `<</Type/Pages/Count 1/Kids[${n + 1 < levels ? n + 6 : 4} 0 R]>>`,
      ),
    })
  const files: Record<string, Buffer> = {
    'a fax (CCITT of group 4)': scanned(
      Buffer.from([0xff, 0x00, 0x10, 0x01]),
      `${REDS} 1/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 8/Rows 8>>`,
    ),
    'a picture packed by runs': scanned(
      Buffer.from([193, 0, 128]),
      `${REDS} 8/Filter/RunLengthDecode`,
    ),
    'a picture in base 85': scanned(text(`${'z'.repeat(16)}~>`), `${REDS} 8/Filter/ASCII85Decode`),
    'a broken picture (JBIG2) beside a good one': scanned(
      Buffer.alloc(30, 7),
      `${REDS} 1/Filter/JBIG2Decode`,
      String(RED),
    ),
    'a broken picture (JPX) beside a good one': scanned(
      Buffer.alloc(30, 7),
      '/Filter/JPXDecode',
      String(RED),
    ),
    'signed by an office': pdf({
      content: RED,
      catalog:
        '/AcroForm<</SigFlags 3/Fields[<</FT/Sig/T(s)/V<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 9 20 9]/Contents<00>>>>>]>>',
    }),
    'pages that lie twenty deep': nested(20),
  }
  return [
    ...Object.entries(files).map(([name, bytes]) => keptWhole(`PDF: ${name}`, bytes)),
    { name: 'PDF: 1,000 pages', bytes: pdf({ pages: 1_000 }), fate: 'too_many_pages' },
    {
      name: 'PDF: a page that lies 2,000 deep',
      bytes: nested(2_000),
      fate: 'unreadable_image',
    },
    {
      name: 'PDF: more pages said than there are',
      bytes: changedText('/Count 1', '/Count 3'),
      fate: 'unreadable_image',
    },
  ]
}
