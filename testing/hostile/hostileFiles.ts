import { detectFileType } from '#server/platform/files/fileType.ts'
import {
  goodJpeg,
  goodPng,
  goodWebp,
  hostile,
  MARKER,
  payloads,
  PNG_MAGIC,
  text,
  type HostileFile,
} from './hostile.parts.ts'
import { pdf, pdfs } from './hostile.pdfs.ts'
import {
  bombs,
  flippedPictures,
  movingWebp,
  polyglots,
  talkative,
  truncatedPictures,
} from './hostile.pictures.ts'

export { MARKER, type HostileFile } from './hostile.parts.ts'

/** What is no picture the club takes, whatever its name ends in. */
const strangers: Record<string, Buffer> = {
  'a GIF': text('GIF89a\x10\0\x10\0\x80\0\0'),
  'a BMP': text('BM\x46\0\0\0\0\0\0\0\x36'),
  'a TIFF': text('II*\0\x08\0\0\0'),
  'a big-endian TIFF': text('MM\0*\0\0\0\x08'),
  'an SVG': payloads['SVG']!,
  'an SVG with a declaration': text(
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>`,
  ),
  'a page of HTML': payloads['HTML']!,
  'an HEIC': text('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
  'an AVIF': text('\0\0\0\x18ftypavif\0\0\0\0mif1avif'),
  'a JPEG XL': text('\0\0\0\x0cJXL \r\n\x87\n'),
  'a JPEG 2000': text('\0\0\0\x0cjP  \r\n\x87\n'),
  'an icon': text('\0\0\x01\0\x01\0\x10\x10'),
  'a Photoshop file': text('8BPS\0\x01'),
  'a film': text('\0\0\0\x20ftypisom\0\0\x02\0'),
  'a WebM': text('\x1aE\xdf\xa3\x9fB\x86\x81\x01'),
  'a song': text('ID3\x04\0\0'),
  'a ZIP': payloads['ZIP']!,
  'a program': payloads['a Windows program']!,
  'a PHP script': payloads['PHP']!,
  PostScript: text('%!PS-Adobe-3.0\n(x) run'),
  'a line of text': text(`hello ${MARKER}`),
  JSON: text('{"a":1}'),
  'an empty file': Buffer.alloc(0),
  'one byte': text('\xff'),
  'a thousand zeros': Buffer.alloc(1000),
}
const TYPES = ['jpeg', 'png', 'pdf'] as const

function undercover(): HostileFile[] {
  return Object.entries(strangers).flatMap(([what, bytes]) =>
    TYPES.map((type) =>
      hostile({ name: `${what} called .${type}`, bytes, type, fate: 'wrong_file_type' }),
    ),
  )
}

/** Right first bytes and nothing right behind them; something before them; the name of another. */
async function masked(): Promise<HostileFile[]> {
  const [jpeg, png, webp, moving] = [
    await goodJpeg(),
    await goodPng(),
    await goodWebp(),
    await movingWebp(),
  ]
  const starts = { jpeg: text('\xff\xd8\xff\xe0'), png: PNG_MAGIC }
  const fakes = Object.entries(payloads).flatMap(([what, payload]) =>
    (['jpeg', 'png'] as const).map((type) =>
      hostile({
        name: `${what} behind the first bytes of a ${type.toUpperCase()}`,
        bytes: Buffer.concat([starts[type], payload]),
        type,
        fate: 'unreadable_image',
      }),
    ),
  )
  const whole = { jpeg, png, pdf: pdf(), webp, 'moving webp': moving }
  const swapped = Object.entries(whole).flatMap(([is, bytes]) =>
    TYPES.filter((type) => type !== is).map((type) =>
      hostile({
        name: `a ${is} called .${type}`,
        bytes,
        type,
        fate: 'wrong_file_type',
        asPhoto:
          is === 'pdf' ? 'wrong_file_type' : is.startsWith('moving') ? 'moving_picture' : 'remade',
      }),
    ),
  )
  const shifted = TYPES.flatMap((type) =>
    ['\xef\xbb\xbf', '\n', 'GIF89a'].map((before) =>
      hostile({
        name: `a ${type} that starts with ${JSON.stringify(before)}`,
        bytes: Buffer.concat([text(before), whole[type]]),
        type,
        fate: 'wrong_file_type',
      }),
    ),
  )
  return [...fakes, ...swapped, ...shifted]
}

/** Everything a stranger might try, generated, and the same in every run. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const lists = await Promise.all([
    polyglots(),
    talkative(),
    bombs(),
    truncatedPictures(),
    flippedPictures(),
    masked(),
  ])
  return [...lists.flat(), ...undercover(), ...pdfs()]
}

/** Those a browser could send as a photo, by their first bytes. */
export const isPictureLike = ({ bytes }: HostileFile): boolean => {
  const type = detectFileType(bytes)
  return type !== null && type !== 'pdf'
}
