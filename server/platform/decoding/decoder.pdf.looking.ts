// Whether a PDF handed in as an identity document is encrypted or holds scripts, forms or other files.
import type { DocumentFault } from './decoder.ts'
import { readPdfValue, type PdfValue } from './decoder.pdf.objects.ts'
import { unpackStream } from './decoder.pdf.streams.ts'

/** What an action may not do (`/S`). Going to a page, a link and a viewer's own menu are no harm. */
const ACTIONS = new Set([
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ImportData',
  'GoToR',
  'GoToE',
  'Rendition',
  'RichMediaExecute',
])
/** What only a file with forms that compute, or with other files in it, has. */
const KEYS = ['XFA', 'EmbeddedFiles', 'EF']
const SUBTYPES = new Set(['RichMedia', 'FileAttachment'])
const OBJECT = /\b\d+\s+\d+\s+obj\b/g
const TRAILER = /\btrailer\b/g

/**
 * What a document has no use for and a trap does, judged by what it is in the document's own
 * structure: a name in a string, in a comment or in pixels is nothing. The renderer runs none of it
 * either way.
 */
export function findFault(file: Buffer): DocumentFault | null {
  const text = file.toString('latin1')
  const trailers = [...text.matchAll(TRAILER)].map(({ index }) => read(text, index + 7))
  if (trailers.some(({ value }) => has(value, 'Encrypt'))) return 'encrypted_file'
  // wherever something reads like an object, also inside of what looks like a stream
  for (const { index, 0: head } of text.matchAll(OBJECT)) {
    const { value, end } = read(text, index + head.length)
    const type = readName(value, 'Type')
    if (type === 'XRef' && has(value, 'Encrypt')) return 'encrypted_file'
    if (isActive(value)) return 'active_content'
    if (type !== 'ObjStm') continue
    const packed = unpackStream(file, end, value)
    if (packed === null) return 'unreadable_image'
    if (holdsActive(packed, value)) return 'active_content'
  }
  return null
}

/** One value; nothing where none can be read, which a viewer cannot either. */
function read(text: string, at: number): { value: PdfValue; end: number } {
  try {
    return readPdfValue(text, at)
  } catch {
    return { value: null, end: at }
  }
}

const has = (value: PdfValue, key: string) => value instanceof Map && value.has(key)

function readName(value: PdfValue, key: string): string | null {
  const found = value instanceof Map ? value.get(key) : null
  return found && 'name' in found ? found.name : null
}

function readNumber(value: PdfValue, key: string): number | null {
  const found = value instanceof Map ? value.get(key) : null
  return found && 'number' in found ? found.number : null
}

/** Also one that is nothing but the name of an action: another object may say that it does this. */
const isActive = (object: PdfValue): boolean =>
  object && 'name' in object ? ACTIONS.has(object.name) : hasAction(object)

function hasAction(value: PdfValue): boolean {
  if (Array.isArray(value)) return value.some(hasAction)
  if (!(value instanceof Map)) return false
  if (ACTIONS.has(readName(value, 'S') ?? '')) return true
  if (SUBTYPES.has(readName(value, 'Subtype') ?? '')) return true
  if (readName(value, 'Type') === 'EmbeddedFile') return true
  if (KEYS.some((key) => value.has(key))) return true
  return [...value.values()].some(hasAction)
}

/** Objects lie there one after the other, behind numbers that say which and where. */
function holdsActive(packed: string, stream: PdfValue): boolean {
  const first = readNumber(stream, 'First') ?? 0
  const numbers = packed.slice(0, first).match(/\d+/g) ?? []
  const places = numbers.filter((_, at) => at % 2 === 1).map((offset) => first + Number(offset))
  if (places.some((at) => isActive(read(packed, at).value))) return true
  for (let at = 0; at < packed.length;) {
    const { value, end } = read(packed, at)
    if (isActive(value)) return true
    at = end > at ? end : at + 1
  }
  return false
}
