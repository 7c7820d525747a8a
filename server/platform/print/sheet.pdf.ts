// Draws an invoice, terms or a form as a PDF on A4, tagged so that it can be read aloud.
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import type { Sheet } from './sheet.ts'

const font = (name: string) => fileURLToPath(new URL(`../fonts/${name}.ttf`, import.meta.url))
const PLAIN = font('figtree-400')
const BOLD = font('figtree-600')
/** Letters of other Latin alphabets, which the two above do not have. */
const MORE = font('figtree-ext-400')
const MORE_LETTERS = /([\u0100-\u0130\u0132-\u0151\u0154-\u024f\u1e00-\u1eff]+)/

const INK = '#1c1714'
const QUIET = '#5a504a'
const RULE = '#cfc6bf'
const MARGIN = 57
const WORDS = { de: { page: 'Seite', of: 'von' }, en: { page: 'Page', of: 'of' } }

type Doc = typeof PDFDocument.prototype
type Style = { size: number; font?: string; color?: string }

const TEXT: Style = { size: 10 }
const SMALL: Style = { size: 8.5, color: QUIET }

/** Draws a sheet on A4, tagged so that it can be read aloud, its letters within it. */
export async function sheetAsPdf(sheet: Sheet): Promise<Uint8Array> {
  const { language, title, sender, facts, table, sections, foot } = sheet
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: language,
    info: { Title: title, Author: sender[0] ?? '', CreationDate: new Date(sheet.writtenAt) },
  })
  const chunks: Uint8Array[] = []
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const ended = new Promise((resolve) => doc.on('end', resolve))

  const root = doc.struct('Document')
  doc.addStructure(root)
  const add = (tag: string, draw: () => void) => root.add(doc.struct(tag, {}, draw))
  for (const text of sender) add('P', () => write(doc, text, SMALL))
  doc.moveDown(2)
  add('H1', () => write(doc, title, { size: 18, font: BOLD }))
  doc.moveDown(0.8)
  for (const [name, value] of facts)
    add('P', () => pair(doc, name, [{ text: value, at: 105, width: textWidth(doc) - 105 }]))
  if (facts.length > 0) doc.moveDown(1.2)
  if (table) drawTable(doc, table, add)
  for (const section of sections) drawSection(doc, section, add)
  doc.moveDown(1.5)
  for (const text of foot) add('P', () => write(doc, text, SMALL))
  root.end()
  numberPages(doc, WORDS[language])
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

const textWidth = (doc: Doc) => doc.page.width - 2 * MARGIN

/** Writes a paragraph; letters the font lacks come from the one that has them. */
function write(
  doc: Doc,
  text: string,
  style: Style,
  place: { width?: number; align?: 'right' } = {},
) {
  const runs = text.split(MORE_LETTERS).map((run, index) => ({ run, isMore: index % 2 === 1 }))
  const shown = runs.filter(({ run }) => run !== '')
  doc.fontSize(style.size).fillColor(style.color ?? INK)
  for (const [index, { run, isMore }] of shown.entries())
    doc
      .font(isMore ? MORE : (style.font ?? PLAIN))
      .text(run, { lineGap: 2, ...place, continued: index < shown.length - 1 })
}

type Cell = { text: string; at: number; width: number; align?: 'right' }

/** A line of cells, the first at the left edge; the next line follows the tallest. */
function pair(doc: Doc, first: string, cells: Cell[], style: Style = TEXT) {
  const width = (cells[0]?.at ?? textWidth(doc)) - 8
  const all: Cell[] = [{ text: first, at: 0, width }, ...cells]
  doc.font(style.font ?? PLAIN).fontSize(style.size)
  const height = Math.max(
    ...all.map(({ text, width: cell }) => doc.heightOfString(text, { width: cell, lineGap: 2 })),
  )
  if (doc.y + height > doc.page.height - MARGIN) doc.addPage()
  const top = doc.y
  for (const { text, at, width: cell, align } of all) {
    doc.x = MARGIN + at
    doc.y = top
    write(doc, text, style, { width: cell, ...(align && { align }) })
  }
  doc.x = MARGIN
  doc.y = top + height + 3
}

type Add = (tag: string, draw: () => void) => void

function drawTable(doc: Doc, table: NonNullable<Sheet['table']>, add: Add) {
  const numbers = table.head.length - 1
  const column = 62
  const from = textWidth(doc) - numbers * column
  const cells = (texts: string[]): Cell[] =>
    texts.map((text, index) => ({ text, at: from + index * column, width: column, align: 'right' }))
  const row = ([first = '', ...rest]: string[], style: Style) => {
    add('P', () => pair(doc, first, cells(rest), style))
    rule(doc)
  }
  row(table.head, SMALL)
  for (const texts of table.rows) row(texts, TEXT)
  for (const [index, [name, value]] of table.sums.entries()) {
    const isLast = index === table.sums.length - 1
    const empty = Array.from({ length: numbers - 1 }, () => '')
    add('P', () =>
      pair(doc, name, cells([...empty, value]).slice(-1), {
        size: isLast ? 11 : 10,
        ...(isLast && { font: BOLD }),
      }),
    )
  }
  doc.moveDown(1.2)
}

function rule(doc: Doc) {
  doc.markContent('Artifact', { type: 'Layout' })
  doc
    .moveTo(MARGIN, doc.y)
    .lineTo(MARGIN + textWidth(doc), doc.y)
    .lineWidth(0.5)
    .stroke(RULE)
  doc.endMarkedContent()
  doc.y += 5
}

function drawSection(doc: Doc, { title, paragraphs }: Sheet['sections'][number], add: Add) {
  if (title) {
    // a heading does not stand alone at the foot of a page
    if (doc.y > doc.page.height - MARGIN - 60) doc.addPage()
    doc.moveDown(0.8)
    add('H2', () => write(doc, title, { size: 12, font: BOLD }))
    doc.moveDown(0.3)
  }
  for (const part of paragraphs) {
    for (const text of typeof part === 'string' ? [part] : part.map((one) => `–  ${one}`))
      add('P', () => write(doc, text, TEXT))
    doc.moveDown(0.5)
  }
}

/** Only where there is more than one. */
function numberPages(doc: Doc, { page, of }: (typeof WORDS)['de']) {
  const { count } = doc.bufferedPageRange()
  if (count < 2) return
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(index)
    // below the margin, where text would begin a new page
    doc.page.margins.bottom = 0
    doc.markContent('Artifact', { type: 'Pagination' })
    doc.font(PLAIN).fontSize(SMALL.size).fillColor(QUIET)
    doc.text(`${page} ${index + 1} ${of} ${count}`, MARGIN, doc.page.height - 40, {
      width: textWidth(doc),
      align: 'right',
      lineBreak: false,
    })
    doc.endMarkedContent()
  }
}
