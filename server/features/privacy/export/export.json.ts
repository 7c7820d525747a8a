import { worded } from '#server/text/exportWords.ts'
import { aboutSection, listExcluded, type Copy } from './export.about.ts'
import type { ExportReading } from './export.reading.ts'
import { FORMAT } from './export.schema.ts'
import { isProvided, sections, type Section } from '#server/features/privacy/register/register.ts'

export type CopiedFile = { path: string; isMissing: boolean }

/** Writes `export.json`, the copy of somebody’s data for other programs, piece by piece. */
export async function* exportJson(
  reading: ExportReading,
  copy: Copy,
  files: readonly CopiedFile[],
): AsyncGenerator<string> {
  const information = Object.fromEntries(
    worded.information.map((name) => [name, copy.say(`information.${name}`)]),
  )
  const head = {
    ...FORMAT,
    club: copy.club,
    exportedAt: copy.at.toISOString(),
    language: copy.language,
    information,
    leftOut: listExcluded(copy),
    files,
  }
  yield `${JSON.stringify(head).slice(0, -1)},\n"data":{`
  for (const [index, section] of sections.entries()) {
    yield `${index > 0 ? ',' : ''}\n${JSON.stringify(section.table)}:`
    yield* sectionJson(reading, copy, section)
  }
  yield '\n}}\n'
}

async function* sectionJson(
  reading: ExportReading,
  copy: Copy,
  section: Section,
): AsyncGenerator<string> {
  const fields = Object.fromEntries(
    section.fields.map((field) => [
      field.name,
      { label: copy.say(`columns.${field.name}`), provided_by_subject: field.isProvided },
    ]),
  )
  const head = JSON.stringify({ ...aboutSection(copy, section), fields })
  yield `${head.slice(0, -1)},"items":[`
  const provided = { provided_by_subject: isProvided(section) }
  let before = '\n'
  for await (const rows of reading.rows(section)) {
    yield before + rows.map((row) => JSON.stringify({ ...provided, ...row })).join(',\n')
    before = ',\n'
  }
  yield ']}'
}
