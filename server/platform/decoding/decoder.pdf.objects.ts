/** A value of a PDF as far as it matters here; strings and all else are `null`. */
export type PdfValue =
  | { name: string }
  /** A number, or the object of that number. */
  | { number: number; isReference: boolean }
  | PdfValue[]
  | Map<string, PdfValue>
  | null

type PdfObject = { value: PdfValue; /** Where what follows it begins. */ end: number }

/** Deeper than any program nests. */
const MOST_DEPTH = 200
const SPACE = /[\0\t\n\f\r ]/
const ENDS_WORD = /[\0\t\n\f\r ()<>[\]{}/%]/
const WHOLE = /^\d{1,15}$/
const REFERENCE = /[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+R\b/y
const NAME_ESCAPE = /#([0-9a-f]{2})/gi

/** Something nobody wrote by the rules. */
class BrokenPdf extends Error {}

/**
 * Reads one value of a PDF's syntax. Names are spelled out, strings and comments are passed over, so
 * that what is found is what a viewer would find and not what happens to read like it.
 */
export function readPdfValue(text: string, from: number, depth = 0): PdfObject {
  if (depth > MOST_DEPTH) throw new BrokenPdf()
  const at = pastSpace(text, from)
  const sign = text[at]
  if (sign === undefined) throw new BrokenPdf()
  if (sign === '/') return readName(text, at + 1)
  if (sign === '(') return { value: null, end: pastString(text, at) }
  if (sign === '[') return readList(text, at + 1, depth)
  if (sign === '<' && text[at + 1] === '<') return readDictionary(text, at + 2, depth)
  if (sign === '<') {
    const end = text.indexOf('>', at)
    if (end < 0) throw new BrokenPdf()
    return { value: null, end: end + 1 }
  }
  const end = pastWord(text, at)
  if (end === at) throw new BrokenPdf()
  return readNumber(text, at, end) ?? { value: null, end }
}

function readNumber(text: string, from: number, end: number): PdfObject | null {
  const word = text.slice(from, end)
  if (!WHOLE.test(word)) return null
  REFERENCE.lastIndex = end
  const rest = REFERENCE.exec(text)
  const value = { number: Number(word), isReference: rest !== null }
  return { value, end: end + (rest?.[0].length ?? 0) }
}

function readList(text: string, from: number, depth: number): PdfObject {
  const value: PdfValue[] = []
  let at = pastSpace(text, from)
  while (text[at] !== ']') {
    const item = readPdfValue(text, at, depth + 1)
    value.push(item.value)
    at = pastSpace(text, item.end)
  }
  return { value, end: at + 1 }
}

function readDictionary(text: string, from: number, depth: number): PdfObject {
  const value = new Map<string, PdfValue>()
  let at = pastSpace(text, from)
  while (!text.startsWith('>>', at)) {
    if (text[at] !== '/') {
      // something out of order
      at = pastSpace(text, readPdfValue(text, at, depth + 1).end)
      continue
    }
    const { value: key, end } = readName(text, at + 1)
    const read = readPdfValue(text, end, depth + 1)
    value.set(key.name, read.value)
    at = pastSpace(text, read.end)
  }
  return { value, end: at + 2 }
}

function readName(text: string, from: number): { value: { name: string }; end: number } {
  const end = pastWord(text, from)
  const name = text
    .slice(from, end)
    .replace(NAME_ESCAPE, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return { value: { name }, end }
}

function pastWord(text: string, from: number): number {
  let at = from
  while (at < text.length && !ENDS_WORD.test(text[at]!)) at += 1
  return at
}

function pastSpace(text: string, from: number): number {
  let at = from
  for (; at < text.length; at += 1) {
    if (text[at] === '%') while (at < text.length && !/[\r\n]/.test(text[at]!)) at += 1
    else if (!SPACE.test(text[at]!)) break
  }
  return at
}

function pastString(text: string, from: number): number {
  let open = 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '(') open += 1
    else if (text[at] === ')' && (open -= 1) === 0) return at + 1
  }
  throw new BrokenPdf()
}
