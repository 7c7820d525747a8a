import { createHash } from 'node:crypto'
import type { Fact, Sheet } from './sheet.ts'
import { escapeHtml } from '#server/text/escapeHtml.ts'

/** For screen and paper alike, without anything to fetch. */
const STYLE = `
body{max-width:46rem;margin:2.5rem auto;padding:0 1.25rem;color:#1c1714;background:#fff;font:1rem/1.5 system-ui,sans-serif}
h1{font-size:1.6rem;line-height:1.2;margin:2.5rem 0 1.25rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}
header,footer{color:#5a504a;font-size:.9rem}footer{margin-top:3rem;border-top:1px solid #cfc6bf;padding-top:.75rem}
header p,footer p{margin:0}dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1.5rem;margin:0 0 2rem}
dt{color:#5a504a}dd{margin:0}table{width:100%;border-collapse:collapse;margin:0 0 2rem}
caption{text-align:left;color:#5a504a;padding-bottom:.5rem}
th,td{text-align:right;padding:.5rem 0 .5rem 1rem;border-bottom:1px solid #cfc6bf;vertical-align:top;font-variant-numeric:tabular-nums}
th:first-child,td:first-child{text-align:left;padding-left:0}tfoot th{font-weight:400}
tfoot tr:last-child>*{font-weight:700;border-bottom:0}
@media (max-width:30rem){table{font-size:.8rem}th,td{padding-left:.5rem}th:first-child,td:first-child{hyphens:auto;overflow-wrap:anywhere}}
@media print{@page{size:A4;margin:20mm}body{max-width:none;margin:0;padding:0;font-size:10.5pt}h2,tr{break-inside:avoid}h2{break-after:avoid}}
`

/** By which a browser knows the style of a sheet from any other. */
export const sheetStyleHash = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

const each = <T>(parts: readonly T[], write: (part: T) => string): string =>
  parts.map(write).join('')
const line = (text: string) => `<p>${escapeHtml(text)}</p>`

/** A whole page that stands by itself: no script, no picture, nothing to fetch. */
export function sheetAsHtml(sheet: Sheet): string {
  const { language, title, sender, facts, table, sections, foot } = sheet
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>`,
    `<header>${each(sender, line)}</header><main><h1>${escapeHtml(title)}</h1>`,
    facts.length > 0 ? `<dl>${each(facts, factRow)}</dl>` : '',
    table ? tableHtml(table) : '',
    each(sections, sectionHtml),
    `</main><footer>${each(foot, line)}</footer></body></html>`,
  ].join('')
}

const factRow = ([name, value]: Fact) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`

function tableHtml({ caption, head, rows, sums }: NonNullable<Sheet['table']>): string {
  const headCell = (text: string) => `<th scope="col">${escapeHtml(text)}</th>`
  const cell = (text: string) => `<td>${escapeHtml(text)}</td>`
  const sum = ([name, value]: Fact) =>
    `<tr><th scope="row" colspan="${head.length - 1}">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`
  return [
    `<table><caption>${escapeHtml(caption)}</caption><thead><tr>${each(head, headCell)}</tr></thead>`,
    `<tbody>${each(rows, (row) => `<tr>${each(row, cell)}</tr>`)}</tbody>`,
    `<tfoot>${each(sums, sum)}</tfoot></table>`,
  ].join('')
}

function sectionHtml({ title, paragraphs }: Sheet['sections'][number]): string {
  const heading = title ? `<h2>${escapeHtml(title)}</h2>` : ''
  const part = (words: string | string[]) =>
    typeof words === 'string'
      ? line(words)
      : `<ul>${each(words, (text) => `<li>${escapeHtml(text)}</li>`)}</ul>`
  return heading + each(paragraphs, part)
}
