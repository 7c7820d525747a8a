import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { text } from './hostile.parts.ts'
import { asDifferences, joinParts, pdf, pdfStream, ROW } from './hostile.pdfs.ts'
import { keptWhole, type RealFile } from './real.parts.ts'
import { drawPdf } from './real.pdfs.ts'

const RED = text('1 0 0 rg 10 10 150 100 re f')
const AS_HEX = text(`${RED.toString('hex')}>`)

/** A picture across the page, of these bytes. */
const scanned = (data: Buffer, image: string, more: (string | Buffer)[] = []) =>
  pdf({
    page: '/Resources<</XObject<</Im0 5 0 R>>>>',
    content: text('q 220 0 0 140 0 0 cm /Im0 Do Q'),
    more: [pdfStream(data, `/Type/XObject/Subtype/Image/Width 8/Height 8${image}`), ...more],
  })
const pixels = (...one: number[]) => Buffer.from(Array.from({ length: 64 }, () => one).flat())

const changed = (from: string | RegExp, to: string, file = pdf({ content: RED })) =>
  Buffer.from(file.toString('latin1').replace(from, to), 'latin1')

/** An object stream of one harmless object, packed so. */
const holder = (data: Buffer, filter: string) =>
  pdf({ content: RED, more: [pdfStream(data, `/Type/ObjStm/N 1/First 4${filter}`)] })
const PACKED = text('9 0 <</Type/Metadata/Producer(x)>>')

/** More quirks of PDFs: on each that is whole there is red. */
export async function furtherPdfs(): Promise<RealFile[]> {
  const red = sharp({ create: { width: 8, height: 8, channels: 3, background: '#d22' } })
  const jpeg = await red.jpeg().toBuffer()
  const files: Record<string, Buffer> = {
    'an object stream that is not packed': holder(PACKED, ''),
    'an object stream packed by a list of one way': holder(
      deflateSync(PACKED),
      '/Filter[/FlateDecode]',
    ),
    'an object stream packed as bytes written in hexadecimal': holder(
      text(`${deflateSync(PACKED).toString('hex')}>`),
      '/Filter[/ASCIIHexDecode/FlateDecode]',
    ),
    'an object stream whose rows are told as differences': holder(
      deflateSync(Buffer.concat([Buffer.from([0]), PACKED])),
      `/Filter/FlateDecode/DecodeParms<</Predictor 10/Columns ${PACKED.length}>>`,
    ),
    'an object stream with a space after its word': changed(
      /(ObjStm[^]*?)stream\n/,
      '$1stream \r\n',
      holder(deflateSync(PACKED), '/Filter/FlateDecode'),
    ),
    'a page that comes with a movement': pdf({
      content: RED,
      page: '/Trans<</S/Wipe/D 1>>/Group<</S/Transparency/CS/DeviceRGB>>',
    }),
    'a thread of articles': pdf({ content: RED, catalog: '/Threads[<</I<</Title(x)>>>>]' }),
    'a link with a border': pdf({
      content: RED,
      page: '/Annots[<</Subtype/Link/Rect[0 0 9 9]/BS<</W 1/S/U>>/A<</S/URI/URI(https://club.example)>>>>]',
    }),
    'a button for the next page': pdf({
      content: RED,
      page: '/Annots[<</Subtype/Link/Rect[0 0 9 9]/A<</S/Named/N/NextPage>>>>]',
    }),
    'layers that are turned on': pdf({
      content: RED,
      catalog: '/OCProperties<</OCGs[]/D<</Order[]>>>>/OpenAction<</S/SetOCGState/State[/ON]>>',
    }),
    'a colour of the printer’s': pdf({
      content: RED,
      catalog: '/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)>>]',
    }),
    'notes of its producer': pdf({
      content: RED,
      catalog: '/PieceInfo<</Illustrator<</LastModified(D:20260504)/Private<</S(JavaScript)>>>>>>',
    }),
    'a font and a picture called S': pdf({
      content: RED,
      page: '/Resources<</Font<</S 3 0 R>>/XObject<</S 3 0 R>>>>',
    }),
    'a tag that is written elsewhere': pdf({
      content: RED,
      catalog: '/StructTreeRoot<</Type/StructTreeRoot/K[<</Type/StructElem/S 5 0 R>>]>>',
      more: ['/P'],
    }),
    'a comment that reads like one': pdf({ content: RED, catalog: '%/S/Launch\n/Lang(de)' }),
    'a stream in hexadecimal': pdf({ content: AS_HEX, filter: '/Filter/ASCIIHexDecode' }),
    'a stream packed twice': pdf({
      content: deflateSync(deflateSync(RED)),
      filter: '/Filter[/FlateDecode/FlateDecode]',
    }),
    'a stream packed by its short name': pdf({ content: deflateSync(RED), filter: '/Filter/Fl' }),
    'a stream whose length is wrong': changed(/\/Length \d+/, '/Length 7'),
    'a stream whose length is another object': pdf({
      content: RED,
      more: [`${RED.length}`],
      filter: '/x 5 0 R',
    }),
    'a page turned by -90': pdf({ content: RED, page: '/Rotate -90' }),
    'a page turned by 450': pdf({ content: RED, page: '/Rotate 450' }),
    'a page turned upside down': pdf({ content: RED, page: '/Rotate 180' }),
    'a box from right to left': pdf({ content: RED, box: '[220 140 0 0]' }),
    'a box of fractions': pdf({ content: RED, box: '[0.0 0.0 219.96 139.5]' }),
    'a smaller box to cut at': pdf({ content: RED, page: '/CropBox[20 20 120 90]' }),
    'a box of all its pages': changed(
      /(\/Type\/Pages)/,
      '$1/MediaBox[0 0 220 140]',
      changed(/\/MediaBox \[0 0 220 140\]/, ''),
    ),
    'a unit ten times as large': pdf({ content: RED, page: '/UserUnit 10' }),
    'a plan of a metre': pdf({
      content: text('1 0 0 rg 0 0 2000 1900 re f'),
      box: '[0 0 2834 2004]',
    }),
    'a label of four centimetres': pdf({
      content: text('1 0 0 rg 0 0 90 60 re f'),
      box: '[0 0 113 71]',
    }),
    'a picture in CMYK': scanned(
      pixels(0, 255, 255, 0),
      '/ColorSpace/DeviceCMYK/BitsPerComponent 8',
    ),
    'a picture of 16 bits': scanned(
      pixels(255, 255, 0, 0, 0, 0),
      '/ColorSpace/DeviceRGB/BitsPerComponent 16',
    ),
    'a picture with a palette': scanned(
      pixels(0),
      '/ColorSpace[/Indexed/DeviceRGB 0<ff0000>]/BitsPerComponent 8',
    ),
    'a picture of one bit': scanned(
      Buffer.alloc(8),
      '/ColorSpace[/Indexed/DeviceRGB 1<ff000000ff00>]/BitsPerComponent 1',
    ),
    'a picture in lab colours': scanned(
      pixels(135, 208, 195),
      '/ColorSpace[/Lab<</WhitePoint[0.95 1 1.09]/Range[-128 127 -128 127]>>]/BitsPerComponent 8',
    ),
    'a JPEG packed once more': scanned(
      deflateSync(jpeg),
      '/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter[/FlateDecode/DCTDecode]',
    ),
    'a JPEG and a mask of how opaque': scanned(
      jpeg,
      '/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode/SMask 6 0 R',
      [
        pdfStream(
          pixels(255),
          '/Type/XObject/Subtype/Image/Width 8/Height 8/ColorSpace/DeviceGray/BitsPerComponent 8',
        ),
      ],
    ),
    'a picture in its page': pdf({
      content: text('q 220 0 0 140 0 0 cm BI /W 1 /H 1 /CS /RGB /BPC 8 /F /AHx ID ff0000> EI Q'),
    }),
    'a form within a form': pdf({
      content: text('/Fm0 Do'),
      page: '/Resources<</XObject<</Fm0 5 0 R>>>>',
      more: [pdfStream(RED, '/Type/XObject/Subtype/Form/BBox[0 0 220 140]')],
    }),
    'version 1.3': changed('%PDF-1.7', '%PDF-1.3'),
    'version 2.0': changed('%PDF-1.7', '%PDF-2.0'),
    'line ends of an old Mac': changed(/\n/g, '\r'),
    'no table at all': changed(/xref\n[^]*?trailer/, 'trailer'),
    'no mark of its end': changed(/%%EOF\n/, ''),
    'a page of the web behind its end': joinParts([pdf({ content: RED }), '<html></html>']),
    'written twice, one behind the other': joinParts([
      pdf({ content: RED }),
      pdf({ content: RED }),
    ]),
    'pdfkit: of version 1.3, not packed': await drawPdf(
      { compress: false, pdfVersion: '1.3' },
      () => {},
    ),
    'pdfkit: with a text field': await drawPdf({}, (sheet) => {
      sheet.initForm()
      sheet.formText('name', 10, 5, 80, 15, { value: 'Mia' })
    }),
    'pdfkit: with four pages': await drawPdf({}, (sheet) => {
      for (let n = 0; n < 3; n += 1) sheet.addPage().rect(0, 0, 99, 99).fill('#f00')
    }),
    'pdfkit: with a gradient and a pattern': await drawPdf({}, (sheet) => {
      const gradient = sheet.linearGradient(0, 0, 50, 50).stop(0, 'red').stop(1, 'blue')
      sheet.rect(170, 30, 40, 40).fill(gradient)
    }),
    'pdfkit: in German': await drawPdf({ lang: 'de-DE', displayTitle: true }, (sheet) => {
      sheet.info.Title = 'Größe & Maß – /JavaScript (x)'
    }),
  }
  const macro = text('9 0 <</S/JavaScript/JS(x)>>')
  const hidden = holder(
    deflateSync(asDifferences(macro)),
    `/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns ${ROW}>>`,
  )
  return [
    ...Object.entries(files).map(([name, bytes]) => keptWhole(`PDF: ${name}`, bytes)),
    {
      name: 'PDF: a macro whose rows are told as differences',
      bytes: hidden,
      fate: 'active_content',
    },
  ]
}
