import { asCsvInParts } from '#server/platform/lists/csv.ts'
import type { ExportReading } from './export.reading.ts'
import { sections } from '#server/features/privacy/register/register.ts'

const posts = sections.find(({ table }) => table === 'posts')!
const names = posts.fields.map(({ name }) => name)

/** The posts as a table for spreadsheets, none of which calculates with what somebody wrote. */
export const postsCsv = (reading: ExportReading): AsyncGenerator<string> =>
  asCsvInParts(names, readSections(reading))

async function* readSections(reading: ExportReading) {
  for await (const rows of reading.rows(posts))
    yield rows.map((row) => names.map((name) => (row[name] ?? '') as string | number))
}
