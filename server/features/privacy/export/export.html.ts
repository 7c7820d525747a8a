// `index.html` in a copy of one's data: all of it, for people, in one page without scripts.
import { TAGS } from '#server/text/days.ts'
import { worded } from '#server/text/exportWords.ts'
import { aboutSection, listExcluded, type Copy } from './export.about.ts'
import type { CopiedFile } from './export.json.ts'
import type { CopiedRow, ExportReading } from './export.reading.ts'
import { sections, type Section } from '#server/features/privacy/register/register.ts'

const STYLE = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:75rem;
margin:2rem auto;padding:0 1rem}h2{margin-top:3rem}small,.about{opacity:.75}.wide{overflow-x:auto}
table{border-collapse:collapse}th,td{border:1px solid;padding:.25rem .5rem;text-align:start;
vertical-align:top}td{white-space:pre-wrap;overflow-wrap:anywhere}dt{font-weight:600}dd{margin:0 0
.5rem;white-space:pre-wrap;overflow-wrap:anywhere}img{max-width:20rem;max-height:20rem}`
/** It asks nobody for anything and runs nothing, wherever it is opened. */
const RULES = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:"

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string) => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

type Show = (value: unknown) => string

function showing({ language, say }: Copy): Show {
  const clock = new Intl.DateTimeFormat(TAGS[language], {
    timeZone: 'Europe/Berlin',
    dateStyle: 'medium',
    timeStyle: 'medium',
  })
  // asking the calendar costs more than all the rest of a row; minutes are the same everywhere
  const hours = new Map<string, string>()
  const timeOf = (iso: string): string => {
    const hour = iso.slice(0, 13)
    const known = hours.get(hour) ?? clock.format(new Date(`${hour}:00:00Z`)).slice(0, -6)
    hours.set(hour, known)
    return known + iso.slice(13, 19)
  }
  const plain = (value: unknown): string => {
    if (value === null || value === undefined) return say('nothing')
    if (typeof value === 'boolean') return say(value ? 'yes' : 'no')
    if (Array.isArray(value)) return value.map(plain).join(', ') || say('nothing')
    if (typeof value === 'object') return JSON.stringify(value)
    const text = String(value as string | number)
    return ISO_TIME.test(text) ? timeOf(text) : text
  }
  return (value) => escape(plain(value))
}

export async function* exportHtml(
  reading: ExportReading,
  copy: Copy,
  files: readonly CopiedFile[],
): AsyncGenerator<string> {
  const { language, say } = copy
  const words = (key: string) => escape(say(key))
  const show = showing(copy)
  const made = escape(say('of', { club: copy.club, at: '' }))
  yield `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${words('title')}</title>
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${RULES}"><style>${STYLE}</style></head>
<body><header><h1>${words('title')}</h1><p>${made}${show(copy.at.toISOString())}</p>
<p>${words('intro')}</p></header><nav><h2>${words('contents')}</h2><ul>`
  for (const { table } of sections)
    yield `<li><a href="#${table}">${words(`sections.${table}`)}</a></li>`
  yield '</ul></nav><main>'
  yield pictures(copy, files)
  for (const section of sections) yield* sectionHtml(reading, copy, section, show)
  yield `<section><h2>${words('informationTitle')}</h2>`
  for (const name of worded.information) yield `<p>${words(`information.${name}`)}</p>`
  yield `</section><section><h2>${words('leftOutTitle')}</h2><dl>`
  for (const [why, columns] of Map.groupBy(listExcluded(copy), ({ whyInWords }) => whyInWords))
    yield `<dt>${escape(why)}</dt><dd>${columns.map(({ table, column }) => escape(`${table}.${column}`)).join(', ')}</dd>`
  yield '</dl></section></main></body></html>\n'
}

const FOLDERS = ['photos', 'removed', 'notes', 'documents'] as const
type Folder = (typeof FOLDERS)[number]

const pictureHtml = (path: string): string =>
  /\.(json|txt)$/.test(path) ? escape(path) : `<img src="${escape(path)}" alt="">`

function pictures({ say }: Copy, files: readonly CopiedFile[]): string {
  const shown = files.filter(({ path }) => !path.endsWith('-320.webp'))
  const figures = (folder: Folder) =>
    shown
      .filter(({ path }) => path.startsWith(`${folder}/`))
      .map(({ path, isMissing }) => {
        const inside = isMissing
          ? escape(say('missing'))
          : `<a href="${escape(path)}">${pictureHtml(path)}</a>`
        return `<figure>${inside}<figcaption>${escape(path)}</figcaption></figure>`
      })
      .join('')
  return FOLDERS.map((folder) => ({ folder, inside: figures(folder) }))
    .filter(({ inside }) => inside)
    .map(({ folder, inside }) => `<section><h2>${escape(say(folder))}</h2>${inside}</section>`)
    .join('')
}

async function* sectionHtml(
  reading: ExportReading,
  copy: Copy,
  section: Section,
  show: Show,
): AsyncGenerator<string> {
  const { say } = copy
  const { purposeInWords, legalBasis, keptAtMost } = aboutSection(copy, section)
  const about = [
    say('purpose', { purpose: purposeInWords }),
    say('basis', { basis: legalBasis }),
    keptAtMost.length > 0
      ? say('kept', { periods: keptAtMost.join(', ') })
      : say('keptWithAccount'),
  ]
  const label = (name: string) => escape(say(`columns.${name}`))
  const count = await reading.count(section)
  yield `\n<section id="${section.table}"><h2>${escape(say(`sections.${section.table}`))}</h2>`
  yield `<p class="about">${about.map(escape).join(' ')}</p>`
  if (count === 0) yield `<p>${escape(say('none'))}</p>`
  else if (count === 1) yield* alone()
  else yield* inTable()
  yield '</section>'

  async function* alone() {
    const line = (row: CopiedRow) =>
      section.fields
        .map(({ name }) => `<dt>${label(name)}</dt><dd>${show(row[name])}</dd>`)
        .join('')
    for await (const rows of reading.rows(section)) yield `<dl>${rows.map(line).join('')}</dl>`
  }
  async function* inTable() {
    const head = section.fields.map(({ name }) => `<th scope="col">${label(name)}</th>`).join('')
    const line = (row: CopiedRow) =>
      `\n<tr>${section.fields.map(({ name }) => `<td>${show(row[name])}</td>`).join('')}</tr>`
    yield `<div class="wide" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>`
    for await (const rows of reading.rows(section)) yield rows.map(line).join('')
    yield '</tbody></table></div>'
  }
}
