// Unpacks streams of a PDF in which other objects lie, so that no trap hides in a way nobody can look into.
import { inflateSync } from 'node:zlib'
import type { PdfValue } from './decoder.pdf.objects.ts'

/** An object stream larger than this unpacked is no passport scan. */
const MOST_UNPACKED_BYTES = 8 * 1024 * 1024
const [TAB, LINE_FEED, RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20]

/** Old names of filters, under which a viewer may unpack it in another way. */
const OLD_KEYS = ['F', 'DP']

/** What the stream behind a dictionary holds; null when it cannot be looked into as any viewer would. */
export function unpackStream(file: Buffer, from: number, dictionary: PdfValue): string | null {
  const start = file.indexOf('stream', from)
  if (start < 0 || OLD_KEYS.some((key) => get(dictionary, key) !== null)) return null
  const filters = listFilters(dictionary)
  // what is packed says itself where it ends
  const rest = file.subarray(pastLineEnd(file, start + 6))
  let packed = filters.length > 0 ? rest : cutPlain(rest, get(dictionary, 'Length'))
  try {
    for (const { filter, settings } of filters) {
      if (packed === null) return null
      packed = unpack(packed, filter, settings)
    }
  } catch {
    return null
  }
  return packed?.toString('latin1') ?? null
}

/** Within a text its end may be written as well, so that only its length tells which it is. */
function cutPlain(rest: Buffer, length: PdfValue): Buffer | null {
  const size = readWhole(length)
  if (size === null) return null
  const behind = rest.subarray(size, size + 20).toString('latin1')
  return /^\s*endstream/.test(behind) ? rest.subarray(0, size) : null
}

/** Some programs write a space before the line ends. */
function pastLineEnd(file: Buffer, from: number): number {
  let at = from
  while (file[at] === SPACE || file[at] === TAB) at += 1
  if (file[at] !== RETURN && file[at] !== LINE_FEED) return from
  if (file[at] === RETURN) at += 1
  return file[at] === LINE_FEED ? at + 1 : at
}

const get = (value: PdfValue, key: string) =>
  value instanceof Map ? (value.get(key) ?? null) : null
const asList = (value: PdfValue) => (Array.isArray(value) ? value : value === null ? [] : [value])

function listFilters(dictionary: PdfValue): { filter: PdfValue; settings: PdfValue }[] {
  const settings = asList(get(dictionary, 'DecodeParms'))
  return asList(get(dictionary, 'Filter')).map((filter, at) => ({
    filter,
    settings: settings[at] ?? null,
  }))
}

/** Null where it stands elsewhere or is written as nobody writes it. */
const readWhole = (value: PdfValue): number | null =>
  value && 'number' in value && !value.isReference ? value.number : null

/** Null for a way nobody packs objects in. */
function unpack(data: Buffer, filter: PdfValue, settings: PdfValue): Buffer | null {
  const name = filter && 'name' in filter ? filter.name : null
  if (name === 'ASCIIHexDecode' || name === 'AHx') return unpackDigits(data)
  if (name !== 'FlateDecode' && name !== 'Fl') return null
  const rows = inflateSync(data, { maxOutputLength: MOST_UNPACKED_BYTES })
  if (settings === null) return rows
  if (!(settings instanceof Map)) return null
  const read = (key: string, otherwise: number) =>
    settings.has(key) ? readWhole(get(settings, key)) : otherwise
  const predictor = read('Predictor', 1)
  if (predictor === 1) return rows
  const [columns, colors, bits] = [
    read('Columns', 1),
    read('Colors', 1),
    read('BitsPerComponent', 8),
  ]
  if (!predictor || predictor < 10 || !columns || !colors || !bits) return null
  return undoDifferences(rows, columns, colors * bits)
}

function unpackDigits(data: Buffer): Buffer | null {
  const digits = data
    .subarray(0, data.indexOf('>'))
    .toString('latin1')
    .replace(/[\0\s]/g, '')
  if (!data.includes('>') || /[^\da-f]/i.test(digits)) return null
  return Buffer.from(digits.padEnd(digits.length + (digits.length % 2), '0'), 'hex')
}

/** As in PNG (RFC 2083, 6): each row begins with the way in which it is told. */
function undoDifferences(data: Buffer, columns: number, bits: number): Buffer | null {
  const size = Math.ceil((columns * bits) / 8)
  const step = Math.max(1, Math.ceil(bits / 8))
  if (size < 1 || size > data.length) return null
  const rows: Buffer[] = []
  let above: Buffer = Buffer.alloc(size)
  for (let at = 0; at < data.length; at += size + 1) {
    const way = data[at]!
    const row = Buffer.from(data.subarray(at + 1, at + 1 + size))
    for (let n = 0; n < row.length; n += 1) {
      const [left, up, corner] = [row[n - step] ?? 0, above[n] ?? 0, above[n - step] ?? 0]
      row[n] = (row[n]! + foretell(way, left, up, corner)) & 255
    }
    rows.push(row)
    above = row
  }
  return Buffer.concat(rows)
}

function foretell(way: number, left: number, up: number, corner: number): number {
  if (way === 1) return left
  if (way === 2) return up
  if (way === 3) return (left + up) >> 1
  if (way !== 4) return 0
  const sum = left + up - corner
  const [toLeft, toUp, toCorner] = [left, up, corner].map((one) => Math.abs(sum - one)) as [
    number,
    number,
    number,
  ]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
