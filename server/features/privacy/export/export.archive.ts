import { Readable, type PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { asCsvInParts } from '#server/platform/lists/csv.ts'
import { sections } from '#server/features/privacy/register/register.ts'
import type { Copy } from './export.about.ts'
import { listMemberFiles } from './export.files.ts'
import { exportHtml } from './export.html.ts'
import { exportJson, type CopiedFile } from './export.json.ts'
import { openReading, type ExportReading } from './export.reading.ts'
import { exportSchema } from './export.schema.ts'

/**
 * The copy as a ZIP, made while it is taken: nothing of it is held longer than that. `read` is
 * told how many rows of it came from the database.
 */
export function createArchive(
  app: App,
  tx: Sql,
  copy: Copy,
  read: (rows: number) => void,
): Readable {
  const zip = new ZipFile()
  const out = zip.outputStream as PassThrough
  const fail = (error: unknown) => void out.destroy(error as Error)
  zip.on('error', fail)
  // the consumer handles errors, but it may fail before that: an unhandled error ends the process
  out.on('error', () => {})

  // more would take longer than the disk it saves is worth
  const entry = { mtime: copy.at, compressionLevel: 3 }
  // once it is over the database is not queried any more: its transaction is about to end
  const reading = openReading(app, tx, copy, (rows) => {
    read(rows)
    return !out.destroyed
  })
  let current: Readable | null = null
  out.once('close', () => current?.destroy())

  async function add(path: string, source: Readable, compress = true): Promise<void> {
    current = source
    // also when nobody listens to it any more
    source.on('error', fail)
    zip.addReadStream(source, path, compress ? entry : { mtime: copy.at, compress })
    await finished(source, { writable: false })
  }
  const addText = (path: string, texts: AsyncIterable<string>) =>
    add(path, Readable.from(texts, { objectMode: false }))

  async function fill(): Promise<void> {
    const files: CopiedFile[] = []
    for await (const { path, bytes } of listMemberFiles(app, tx, copy.userId)) {
      files.push({ path, isMissing: bytes === null })
      if (bytes) await add(path, Readable.from([bytes], { objectMode: false }), false)
    }
    await addText('index.html', exportHtml(reading, copy, files))
    await addText('export.json', exportJson(reading, copy, files))
    await addText('posts.csv', postsCsv(reading))
    await add('export.schema.json', Readable.from([JSON.stringify(exportSchema(), null, 2)]))
    zip.end()
  }
  fill().catch(fail)
  return out
}

const posts = sections.find(({ table }) => table === 'posts')!
const names = posts.fields.map(({ name }) => name)

/** The posts as a table for spreadsheets, none of which calculates with what somebody wrote. */
const postsCsv = (reading: ExportReading): AsyncGenerator<string> =>
  asCsvInParts(names, readSections(reading))

async function* readSections(reading: ExportReading) {
  for await (const rows of reading.rows(posts))
    yield rows.map((row) => names.map((name) => (row[name] ?? '') as string | number))
}
