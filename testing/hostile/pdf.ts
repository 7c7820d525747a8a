import { PDFiumLibrary } from '@hyzyla/pdfium'

/** The words of a PDF, page by page, as a reader copies them. */
export async function pdfWords(bytes: Uint8Array): Promise<string[]> {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(bytes)
    const words = [...document.pages()].map((page) => page.getText().replaceAll('\r\n', '\n'))
    document.destroy()
    return words
  } finally {
    library.destroy()
  }
}
