import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { text } from './hostile.parts.ts'
import { joinParts, pdf, pdfStream } from './hostile.pdfs.ts'
import type { RealFileFate, RealFile } from './real.parts.ts'

/** What every page of these shows: red at its lower left. */
const RED = '1 0 0 rg 10 10 150 100 re f'
const BOX = '[0 0 220 140]'

const number = (value: number, bytes: number) =>
  Buffer.from(value.toString(16).padStart(bytes * 2, '0'), 'hex')

/**
 * A PDF of version 1.5 as Word and Acrobat write it: objects that are no streams lie packed in
 * another, and the table of all is packed as well. The first object is the catalogue.
 */
function packedPdf(objects: string[], streams: Buffer[]): Buffer {
  let heads = ''
  let bodies = ''
  objects.forEach((object, at) => {
    heads += `${at + 1} ${bodies.length} `
    bodies += `${object} `
  })
  const holder = objects.length + streams.length + 1
  const table = holder + 1
  let file = text('%PDF-1.5\n%\xb5\xb5\xb5\xb5\n')
  const places: number[] = []
  const all = [
    ...streams,
    pdfStream(
      deflateSync(heads + bodies),
      `/Type/ObjStm/N ${objects.length}/First ${heads.length}/Filter/FlateDecode`,
    ),
  ]
  all.forEach((stream, at) => {
    places.push(file.length)
    file = joinParts([file, `${objects.length + at + 1} 0 obj\n`, stream, '\nendobj\n'])
  })
  const start = file.length
  const entry = (kind: number, place: number, index: number) =>
    Buffer.concat([number(kind, 1), number(place, 4), number(index, 2)])
  const entries = Buffer.concat([
    entry(0, 0, 65_535),
    ...objects.map((_, at) => entry(2, holder, at)),
    ...places.map((place) => entry(1, place, 0)),
    entry(1, start, 0),
  ])
  const dictionary = `/Type/XRef/W[1 4 2]/Size ${table + 1}/Root 1 0 R/Filter/FlateDecode`
  return joinParts([
    file,
    `${table} 0 obj\n`,
    pdfStream(deflateSync(entries), dictionary),
    `\nendobj\nstartxref\n${start}\n%%EOF\n`,
  ])
}

/** With everything packed: a page, and what else the catalogue says. */
const word = (catalog: string, more: string[] = []) =>
  packedPdf(
    [
      `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
      '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      `<</Type/Page/Parent 2 0 R/MediaBox${BOX}/Contents ${4 + more.length} 0 R/StructParents 0>>`,
      ...more,
    ],
    [pdfStream(text(RED))],
  )

/** A small page that begins with red. */
export function drawPdf(
  options: PDFKit.PDFDocumentOptions,
  draw: (sheet: PDFKit.PDFDocument) => void,
) {
  return new Promise<Buffer>((resolve) => {
    const sheet = new PDFDocument({ size: [220, 140], margin: 0, ...options })
    const parts: Buffer[] = []
    sheet
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => resolve(Buffer.concat(parts)))
    sheet.rect(10, 30, 150, 100).fill('#f00')
    draw(sheet)
    sheet.end()
  })
}

/** A scanner's page: nothing but a picture across it. */
async function scanned(producer: string, catalog = ''): Promise<Buffer> {
  const red = sharp({ create: { width: 440, height: 280, channels: 3, background: '#d22' } })
  const jpeg = await red.jpeg().toBuffer()
  const image = '/Type/XObject/Subtype/Image/Width 440/Height 280/ColorSpace/DeviceRGB'
  return pdf({
    catalog,
    page: '/Resources<</ProcSet[/PDF/ImageC]/XObject<</Im1 5 0 R>>>>',
    content: text('q 220 0 0 140 0 0 cm /Im1 Do Q'),
    more: [pdfStream(jpeg, `${image}/BitsPerComponent 8/Filter/DCTDecode`)],
    trailer: `/Info<</Producer(${producer})/CreationDate(D:20260504200000+02'00')>>`,
  })
}

const tags =
  '/MarkInfo<</Marked true>>/Lang(de-DE)/StructTreeRoot<</Type/StructTreeRoot/K[<</S/Document/K[<</S/P/Pg 4 0 R/K 0>><</S/Figure/Alt(/JavaScript)>>]>>]>>'
const xmp =
  '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"/>'

/** PDFs of programs, phones and scanners; on each page that is whole there is red. */
export async function realPdfs(): Promise<RealFile[]> {
  const whole: Record<string, Buffer> = {
    'pdfkit: plain': await drawPdf({}, () => {}),
    'pdfkit: tagged, of version 1.7': await drawPdf(
      { tagged: true, lang: 'de', pdfVersion: '1.7' },
      () => {},
    ),
    'pdfkit: an archive (PDF/A)': await drawPdf(
      { subset: 'PDF/A-1b', pdfVersion: '1.4', font: '' } as PDFKit.PDFDocumentOptions,
      () => {},
    ),
    'pdfkit: with contents': await drawPdf({}, (sheet) => void sheet.outline.addItem('Page 1')),
    'pdfkit: with a link and a note': await drawPdf({}, (sheet) => {
      sheet.link(10, 10, 50, 20, 'https://club.example')
      sheet.note(80, 10, 20, 20, 'hello')
    }),
    'pdfkit: with a named place': await drawPdf({}, (sheet) => sheet.addNamedDestination('top')),
    'Chrome: printed, tagged': pdf({
      catalog: tags,
      content: text(RED),
      trailer: '/Info<</Creator(Mozilla/5.0)/Producer(Skia/PDF m141)>>',
    }),
    'LibreOffice: opens at a place': pdf({
      catalog:
        '/OpenAction[4 0 R/XYZ null null 0]/Lang(de-DE)/ViewerPreferences<</DisplayDocTitle true>>',
      content: text(RED),
      trailer: '/DocChecksum/4B0C1D',
    }),
    'LibreOffice: by an action': pdf({
      catalog: '/OpenAction<</Type/Action/S/GoTo/D[4 0 R/Fit]>>',
      content: text(RED),
    }),
    'Word: packed': word('/MarkInfo<</Marked true>>/Lang(de-DE)'),
    'Word: packed, opens at a place': word('/OpenAction[3 0 R/Fit]'),
    'Word: packed, tagged': word('/StructTreeRoot 4 0 R', [
      '<</Type/StructTreeRoot/K[<</S/P/K 0>>]/RoleMap<</JavaScript/P/Launch/P>>>>',
    ]),
    'Acrobat: with XMP and labels of pages': pdf({
      catalog: '/Metadata 5 0 R/PageLabels<</Nums[0<</S/D>>]>>',
      content: text(RED),
      more: [pdfStream(text(xmp), '/Type/Metadata/Subtype/XML')],
    }),
    'Acrobat: with hints for the web': pdf({
      content: text(RED),
      more: [
        pdfStream(Buffer.alloc(40), '/S 36/T 20'),
        `<</Linearized 1/L 2000/H[500 40]/O 4/E 900/N 1/T 1500>>`,
      ],
    }),
    'Acrobat: with a form to be filled in': pdf({
      catalog: '/AcroForm<</Fields[5 0 R]/DA(/Helv 0 Tf)>>',
      page: '/Annots[5 0 R]',
      content: text(RED),
      more: ['<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Mia)/Rect[170 10 210 30]/P 4 0 R>>'],
    }),
    'macOS: Preview': pdf({
      content: text(RED),
      trailer:
        '/Info<</Producer(macOS Version 15.4 \\(Build 24E248\\) Quartz PDFContext)>>/ID[<00><00>]',
    }),
    'macOS: packed stream of a page': pdf({
      content: deflateSync(RED),
      filter: '/Filter/FlateDecode',
    }),
    'Ghostscript: with operators over lines': pdf({
      content: text('q 0.1 0 0 0.1 0 0 cm\r\n1 0 0 rg\r\n100 100 1500 1000 re\r\nf\r\nQ'),
    }),
    'LaTeX: with places and names': pdf({
      catalog: '/Names<</Dests<</Names[(page.1)[4 0 R/XYZ 0 140 null]]>>>>/PageMode/UseOutlines',
      content: text(RED),
    }),
    'iOS: a note that was scanned': await scanned(
      'iOS Version 19.0 \\(Build 23A341\\) Quartz PDFContext',
    ),
    'Android: a scan of Drive': await scanned('Google Drive'),
    'HP: a scanner': await scanned('HP Digital Sending Device'),
    'Canon: a scanner that opens at its page': await scanned(
      'IJ Scan Utility',
      '/OpenAction[4 0 R/Fit]/PageLayout/OneColumn',
    ),
    'Fujitsu: a scanner with words about it': await scanned('PFU ScanSnap \\(/S/JavaScript\\)'),
    'with both sides and a note, three pages': pdf({ pages: 3, content: text(RED) }),
    'turned by its page': pdf({ page: '/Rotate 90', content: text(RED) }),
    'with a box that begins elsewhere': pdf({ box: '[-20 -10 200 130]', content: text(RED) }),
    'changed once more behind its end': joinParts([pdf({ content: text(RED) }), '\n%%EOF\n']),
    'with line ends behind its end': joinParts([pdf({ content: text(RED) }), '\r\n\r\n\0\0']),
    'with a table that is wrong': Buffer.from(
      pdf({ content: text(RED) })
        .toString('latin1')
        .replace(/startxref\n\d+/, 'startxref\n7'),
      'latin1',
    ),
  }
  const refused: Record<string, [Buffer, RealFileFate]> = {
    'pdfkit: with a password': [
      await drawPdf({ userPassword: 'secret' }, () => {}),
      'encrypted_file',
    ],
    'pdfkit: that may not be printed': [
      await drawPdf({ ownerPassword: 'secret', permissions: { printing: undefined } }, () => {}),
      'encrypted_file',
    ],
    'pdfkit: with a file attached': [
      await drawPdf({}, (sheet) => void sheet.file(Buffer.from('hello'), { name: 'x.txt' })),
      'active_content',
    ],
    'Word: packed, with a macro': [
      word('/OpenAction 4 0 R', ['<</S/JavaScript/JS(app.alert\\(1\\))>>']),
      'active_content',
    ],
    'LiveCycle: a form that computes': [
      pdf({ catalog: '/AcroForm<</XFA 5 0 R/Fields[]>>', more: [pdfStream(text('<xdp/>'))] }),
      'active_content',
    ],
    'Acrobat: a form that is sent': [
      pdf({ page: '/Annots[<</Subtype/Widget/A<</S/SubmitForm/F(https://a.example)>>>>]' }),
      'active_content',
    ],
    'a whole contract': [pdf({ pages: 12 }), 'too_many_pages'],
    'half of a download': [(await scanned('x')).subarray(0, 600), 'unreadable_image'],
    'a page of the web called .pdf': [text('<!doctype html><title>x</title>'), 'wrong_file_type'],
  }
  return [
    ...Object.entries(whole).map(([name, bytes]) => ({ name, bytes, fate: 'whole' as const })),
    ...Object.entries(refused).map(([name, [bytes, fate]]) => ({ name, bytes, fate })),
  ].map((file) => ({ ...file, name: `PDF of ${file.name}` }))
}
