import { PDFiumLibrary } from '@hyzyla/pdfium'
import { findFault } from './decoder.pdf.looking.ts'
import { UnreadableFile, type RawPage } from './decoder.pictures.ts'

const MOST_PAGES = 4
const DPI = 200
const POINTS_PER_INCH = 72
/** Longest side of a rendered page: A4 at 200 dpi, with room for a little more. */
const LONGEST_SIDE = 2600

// the process sees the files of one member, and most of the time of opening a small one is this
let opened: ReturnType<typeof PDFiumLibrary.init> | undefined

/** Each page as pixels. Throws `UnreadableFile`. */
export async function pdfPages(bytes: Uint8Array): Promise<RawPage[]> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const fault = findFault(file)
  if (fault) throw new UnreadableFile(fault)

  const library = await (opened ??= PDFiumLibrary.init())
  const document = await library.loadDocument(bytes)
  const count = document.getPageCount()
  if (count > MOST_PAGES) throw new UnreadableFile('too_many_pages')
  if (count < 1) throw new UnreadableFile('unreadable_image')
  const pages: RawPage[] = []
  for (const page of document.pages()) {
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const longest = Math.max(originalWidth, originalHeight)
    if (!(longest > 0)) throw new UnreadableFile('unreadable_image')
    const scale = Math.min(DPI / POINTS_PER_INCH, LONGEST_SIDE / longest)
    const { data, width, height } = await page.render({ scale, render: 'bitmap' })
    pages.push({ pixels: data.slice(), width, height })
  }
  document.destroy()
  return pages
}
