import { inflateSync } from 'node:zlib'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { UnreadableFile, type RawPage } from './decoder.pictures.ts'

const MOST_PAGES = 4
const DPI = 200
const POINTS_PER_INCH = 72
/** Longest side of a rendered page: A4 at 200 dpi, with room for a little more. */
const LONGEST_SIDE = 2600

/** An object stream larger than this unpacked is no passport scan. */
const MOST_UNPACKED_BYTES = 8 * 1024 * 1024

/** Names of what a passport scan has no use for and a trap does. The renderer runs none of it either way. */
const ACTIVE =
  /\/(JavaScript|OpenAction|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|GoToE|GoToR)\b/
/** In megabytes of pixels so short a name turns up by chance. */
const SHORT = /\/(JS|AA|XFA)\b/
const NAME_ESCAPE = /#([0-9a-f]{2})/gi

/** Each page as pixels. Throws `UnreadableFile`. */
export async function pdfPages(bytes: Uint8Array): Promise<RawPage[]> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const shown = file.toString('latin1')
  const objects = unpacked(file)
  const plain = spelledOut(shown + objects)
  // an object stream by another spelling was not looked into
  if (shown.split('/ObjStm').length < spelledOut(shown).split('/ObjStm').length)
    throw new UnreadableFile('active_content')
  if (/\/Encrypt\b/.test(plain)) throw new UnreadableFile('encrypted')
  const isActive = ACTIVE.test(plain) || SHORT.test(spelledOut(outsideStreams(shown) + objects))
  if (isActive) throw new UnreadableFile('active_content')

  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(bytes)
  const count = document.getPageCount()
  if (count > MOST_PAGES) throw new UnreadableFile('too_many_pages')
  if (count < 1) throw new UnreadableFile('unreadable')
  const pages: RawPage[] = []
  for (const page of document.pages()) {
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const longest = Math.max(originalWidth, originalHeight)
    if (!(longest > 0)) throw new UnreadableFile('unreadable')
    const scale = Math.min(DPI / POINTS_PER_INCH, LONGEST_SIDE / longest)
    const { data, width, height } = await page.render({ scale, render: 'bitmap' })
    pages.push({ pixels: data.slice(), width, height })
  }
  document.destroy()
  library.destroy()
  return pages
}

const spelledOut = (names: string) =>
  names.replace(NAME_ESCAPE, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))

const STREAM = />>\s*stream\r?\n/g

/** Without what streams carry, or what looks like it. */
function outsideStreams(shown: string): string {
  const parts: string[] = []
  let from = 0
  STREAM.lastIndex = 0
  for (let found = STREAM.exec(shown); found; found = STREAM.exec(shown)) {
    const end = shown.indexOf('endstream', STREAM.lastIndex)
    if (end < 0) break
    parts.push(shown.slice(from, STREAM.lastIndex))
    from = STREAM.lastIndex = end
  }
  return [...parts, shown.slice(from)].join('')
}

/** What object streams hold, where names hide from a plain search. */
function unpacked(file: Buffer): string {
  const parts: string[] = []
  for (let at = file.indexOf('/ObjStm'); at >= 0; at = file.indexOf('/ObjStm', at + 1)) {
    const start = file.indexOf('stream', at)
    const end = file.indexOf('endstream', start)
    if (start < 0 || end < 0) continue
    const skipped = file[start + 6] === 0x0d ? 8 : 7
    try {
      const packed = file.subarray(start + skipped, end)
      parts.push(inflateSync(packed, { maxOutputLength: MOST_UNPACKED_BYTES }).toString('latin1'))
    } catch {
      throw new UnreadableFile('unreadable')
    }
  }
  return parts.join('\n')
}
