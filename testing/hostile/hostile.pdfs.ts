import { deflateSync } from 'node:zlib'
import { hostile, MARKER, payloads, text, type HostileFile } from './hostile.parts.ts'

type Parts = {
  catalog?: string
  page?: string
  pages?: number
  box?: string
  content?: Buffer
  filter?: string
  trailer?: string
  more?: (string | Buffer)[]
}

export const joinParts = (parts: (string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? text(part) : part)))

export const pdfStream = (data: Buffer, dictionary = '') =>
  joinParts([`<</Length ${data.length}${dictionary}>>\nstream\n`, data, '\nendstream'])

/** A PDF by the book, but for what is asked for. */
export function pdf({
  catalog = '',
  page = '',
  pages = 1,
  box = '[0 0 220 140]',
  content = text('1 0 0 rg 20 20 120 80 re f'),
  filter = '',
  trailer = '',
  more = [],
}: Parts = {}): Buffer {
  const kids = Array.from({ length: pages }, (_, at) => at + 4)
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages/Count ${pages}/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`,
    pdfStream(content, filter),
    ...kids.map(() => `<</Type/Page/Parent 2 0 R/MediaBox ${box}/Contents 3 0 R${page}>>`),
    ...more,
  ]
  let file = text('%PDF-1.7\n')
  const places = objects.map((object, at) => {
    const place = file.length
    file = joinParts([file, `${at + 1} 0 obj\n`, object, '\nendobj\n'])
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  return joinParts([
    file,
    `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`,
    `trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${file.length}\n%%EOF\n`,
  ])
}

const script = `<</S/JavaScript/JS(app.alert\\('${MARKER}'\\))>>`

/** What a scan has no use for, as part of the document's catalogue. */
const ACTIVE: Record<string, string> = {
  JavaScript: `/Names<</JavaScript<</Names[(x)${script}]>>>>`,
  OpenAction: `/OpenAction${script}`,
  AA: `/AA<</WC${script}>>`,
  Rendition: '/x<</S/Rendition>>',
  FileAttachment: '/x<</Subtype/FileAttachment>>',
  EF: '/x<</Type/Filespec/EF<<>>>>',
  Launch: `/Names<</x<</S/Launch/F(${MARKER}.exe)>>>>`,
  EmbeddedFile: `/x<</Type/EmbeddedFile/F(${MARKER})>>`,
  EmbeddedFiles: '/Names<</EmbeddedFiles<</Names[]>>>>',
  RichMedia: '/x<</Subtype/RichMedia>>',
  XFA: '/AcroForm<</XFA[(template)]>>',
  SubmitForm: '/x<</S/SubmitForm/F(http://evil.example)>>',
  ImportData: '/x<</S/ImportData>>',
  GoToE: '/x<</S/GoToE>>',
  GoToR: '/x<</S/GoToR/F(\\\\\\\\evil\\\\share)>>',
}

const escaped = (name: string) => `#${name.charCodeAt(0).toString(16)}${name.slice(1)}`
const objectStream = (content: string | Buffer, type = '/ObjStm', first = 4) =>
  pdfStream(deflateSync(content), `/Type${type}/N 1/First ${first}/Filter/FlateDecode`)

/** How long a row of `asDifferences` is. */
export const ROW = 5
/** Each row of a stream as what it differs by from the one above, as tables of objects are often written. */
export function asDifferences(data: Buffer): Buffer {
  const rows = Array.from({ length: Math.ceil(data.length / ROW) }, (_, at) => {
    const above = at === 0 ? Buffer.alloc(ROW) : data.subarray((at - 1) * ROW, at * ROW)
    const row = data.subarray(at * ROW, (at + 1) * ROW)
    return [2, ...row.map((byte, n) => (byte - above[n]!) & 255)]
  })
  return Buffer.from(rows.flat())
}

/** An object stream whose rows are told as differences, and that says so in these words. */
const told = (part: string, predictor: string) =>
  pdfStream(
    deflateSync(asDifferences(text(`9 0 <<${part}>>`))),
    `/Type/ObjStm/N 1/First 4/Filter/FlateDecode/DecodeParms<<${predictor}/Columns ${ROW}>>`,
  )
const unsaid = (content: string, dictionary: string) =>
  joinParts([`<<${dictionary}>>\nstream\n${content}\nendstream`])

function active(): HostileFile[] {
  return Object.entries(ACTIVE).flatMap(([name, part]) => {
    const spelled = part.replaceAll(`/${name}`, `/${escaped(name)}`)
    const ways = {
      'in plain sight': pdf({ catalog: part }),
      'by another spelling': pdf({ catalog: spelled }),
      'in an object stream': pdf({ more: [objectStream(`9 0 <<${part}>>`)] }),
      'in one that is not packed': pdf({
        more: [pdfStream(text(`9 0 <<${part}>>`), '/Type/ObjStm/N 1/First 4')],
      }),
      'in one that is written in hexadecimal': pdf({
        more: [
          pdfStream(
            text(`${deflateSync(`9 0 <<${part}>>`).toString('hex')}>`),
            '/Type/ObjStm/N 1/First 4/Filter[/ASCIIHexDecode/FlateDecode]',
          ),
        ],
      }),
      'in one whose rows are told as differences': pdf({ more: [told(part, '/Predictor 12')] }),
    }
    return Object.entries(ways).map(([way, bytes]) =>
      hostile({ name: `a PDF with ${name} ${way}`, bytes, type: 'pdf', fate: 'active_content' }),
    )
  })
}

/** PDFs that do more than show a page, or too many, or none. */
export function pdfs(): HostileFile[] {
  const [first = '', second = ''] = Object.values(ACTIVE)
  const encrypted: Record<string, Buffer> = {
    'that is encrypted': pdf({ trailer: '/Encrypt<</Filter/Standard/V 4/R 4/O(x)/U(x)/P -4>>' }),
    'that is encrypted by another spelling': pdf({ trailer: '/#45ncrypt<</Filter/Standard>>' }),
  }
  const long: Record<string, Buffer> = {
    'of 100 pages': pdf({ pages: 100 }),
    'of 5 pages': pdf({ pages: 5 }),
  }
  const running: Record<string, Buffer> = {
    'with script on its page': pdf({ page: `/AA<</O${script}>>` }),
    'with an action in what only looks like a stream': pdf({
      catalog: `/Author(>>stream\n)${first}/Keywords(endstream)`,
    }),
    'with an annotation that launches': pdf({
      page: `/Annots[<</Subtype/Link/Rect[0 0 9 9]/A<</S/Launch/F(${MARKER})>>>>]`,
    }),
    'with an object stream spelled otherwise': pdf({
      more: [objectStream(`9 0 <<${first}${second}>>`, '/Obj#53tm')],
    }),
    'whose action does what another object says': pdf({
      catalog: '/OpenAction<</S 5 0 R/JS(x)>>',
      more: ['/JavaScript'],
    }),
    'whose action does what an object of a stream says': pdf({
      catalog: '/OpenAction<</S 9 0 R/JS(x)>>',
      more: [objectStream('9 0 /JavaScript')],
    }),
    'with an action in a string of its object stream, where its table points': pdf({
      more: [objectStream('9 1 (<</S/Launch>>)', '/ObjStm', 4)],
    }),
    'whose object stream seems to end before its action': pdf({
      more: [pdfStream(text(`8 0 9 12 (endstream) <<${first}>>`), '/Type/ObjStm/N 2/First 9')],
    }),
    'with an action in what looks like a stream': pdf({
      more: [pdfStream(text(`7 0 obj\n${script}\nendobj`))],
    }),
  }
  const refused: Record<string, Buffer> = {
    'of no page': pdf({ pages: 0 }),
    'with an object stream that unpacks to 100 MB': pdf({
      more: [objectStream(Buffer.alloc(100e6, ' '))],
    }),
    'with a broken object stream': pdf({
      more: [pdfStream(text(MARKER), '/Type/ObjStm/N 1/First 4/Filter/FlateDecode')],
    }),
    'with an object stream whose length is said elsewhere': pdf({
      more: [unsaid(`8 0 9 12 (endstream) <<${first}>>`, '/Type/ObjStm/N 2/First 9/Length 6 0 R')],
    }),
    'with an object stream whose differences are said elsewhere': pdf({
      more: [told(first, '/Predictor 6 0 R'), '12'],
    }),
    'with an object stream whose differences are said by a fraction': pdf({
      more: [told(first, '/Predictor 12.0')],
    }),
    'with an object stream packed by the name of another file': pdf({
      more: [pdfStream(deflateSync(`9 0 <<${first}>>`), '/Type/ObjStm/N 1/First 4/F/FlateDecode')],
    }),
    'with an object stream whose digits are none': pdf({
      more: [
        pdfStream(
          text(`${text('9 0 ').toString('hex')}x${text(`<<${first}>>`).toString('hex')}>`),
          '/Type/ObjStm/N 1/First 4/Filter/ASCIIHexDecode',
        ),
      ],
    }),
    'that is only a first line': text('%PDF-1.7\n'),
    'that is a page of HTML': joinParts(['%PDF-1.7\n', payloads['HTML']!]),
    'of noise': joinParts(['%PDF-1.4\n', Buffer.alloc(60_000, 0x91)]),
  }
  const remade: Record<string, Buffer> = {
    'with HTML after its end': joinParts([pdf(), payloads['HTML']!]),
    'with a ZIP after its end': joinParts([pdf(), payloads['ZIP']!]),
    'with EICAR in a stream nobody asks for': pdf({ more: [pdfStream(payloads['EICAR']!)] }),
    'whose pixels happen to spell names': pdf({
      more: [pdfStream(text('\x91/JS \x91/AA(\x91/XFA\x91'), '/Subtype/Image/Filter/DCTDecode')],
    }),
    'with words about its author': pdf({ trailer: `/Info<</Author(${MARKER})/Title(<script>)>>` }),
    'of 4 pages': pdf({ pages: 4 }),
    'that opens at a place': pdf({ catalog: '/OpenAction[4 0 R/XYZ null null 0]' }),
    'that opens at a place by an action': pdf({
      catalog: '/OpenAction<</S/GoTo/D[4 0 R/Fit]>>',
    }),
    'whose viewer is to do what its menu does': pdf({ catalog: '/AA<</WC<</S/Named/N/Print>>>>' }),
    'with a link': pdf({
      page: '/Annots[<</Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://a.example)>>>>]',
    }),
    'whose words are names of actions': pdf({
      trailer: '/Info<</Title(/S/JavaScript /OpenAction /Launch <</S/Launch>>)>>',
    }),
    'with names of actions in a comment': pdf({ catalog: '%<</S/Launch>>\n/Lang(de)' }),
    'whose fonts go by names of actions': pdf({
      page: '/Resources<</Font<</JS 3 0 R/AA 3 0 R/Launch 3 0 R/JavaScript 3 0 R>>>>',
    }),
  }
  const loop = '<</Type/Pages/Count 1/Kids[2 0 R 4 0 R]/Parent 2 0 R>>'
  const odd: Record<string, Buffer> = {
    'as wide as a motorway': pdf({ box: '[0 0 10000000 10000000]' }),
    'as thin as a hair': pdf({ box: '[0 0 0.001 14400]' }),
    'turned inside out': pdf({ box: '[220 140 0 0]' }),
    'of no size': pdf({ box: '[0 0 0 0]' }),
    'whose content unpacks to 100 MB': pdf({
      content: deflateSync(Buffer.alloc(100e6, ' ')),
      filter: '/Filter/FlateDecode',
    }),
    'of 10,000 brackets in each other': pdf({ catalog: `/x${'['.repeat(1e4)}${']'.repeat(1e4)}` }),
    'whose form draws itself': pdf({
      page: '/Resources<</XObject<</F 5 0 R>>>>',
      content: text('/F Do'),
      more: [
        pdfStream(
          text('/F Do'),
          '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F 5 0 R>>>>',
        ),
      ],
    }),
    'whose pages contain each other': pdf({ more: [loop] }),
    'that says it has two thousand million pages': joinParts([
      pdf().toString('latin1').replace('/Count 1', '/Count 2147483647'),
    ]),
    'without a table of its parts': pdf().subarray(0, pdf().indexOf('xref')),
  }
  const whole = pdf()
  for (const share of [10, 25, 40, 55, 70, 85, 95])
    odd[`of which ${share}% came`] = whole.subarray(0, Math.floor((whole.length * share) / 100))
  for (let n = 0; n < 8; n += 1) {
    const changed = Buffer.from(whole)
    const at = 9 + ((n * 7919) % (whole.length - 9))
    changed[at] = changed[at]! ^ (1 << n)
    odd[`with bit ${n} of byte ${at} turned over`] = changed
  }
  const listed = (files: Record<string, Buffer>, fate: HostileFile['fate']) =>
    Object.entries(files).map(([what, bytes]) =>
      hostile({ name: `a PDF ${what}`, bytes, type: 'pdf', fate, asPhoto: 'wrong_file_type' }),
    )
  return [
    ...active(),
    ...listed(encrypted, 'encrypted_file'),
    ...listed(long, 'too_many_pages'),
    ...listed(running, 'active_content'),
    ...listed(refused, 'unreadable_image'),
    ...listed(remade, 'remade'),
    ...listed(odd, 'no_crash'),
  ]
}
