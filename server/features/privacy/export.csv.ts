import { asCsv } from '#server/platform/csv.ts'
import type { Reading } from './export.reading.ts'
import { sections } from './register.ts'

const posts = sections.find(({ table }) => table === 'posts')!

/** The posts as a table for spreadsheets, none of which calculates with what somebody wrote. */
export async function* postsCsv(reading: Reading): AsyncGenerator<string> {
  const names = posts.fields.map(({ name }) => name)
  yield asCsv([names])
  for await (const rows of reading.rows(posts))
    yield asCsv(rows.map((row) => names.map((name) => (row[name] ?? '') as string | number)))
}
