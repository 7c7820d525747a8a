import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fromBuffer, type Entry, type ZipFile } from 'yauzl'
import { fetchExport, openExport, requestExport } from '#contract/privacy/ownData.ts'
import type { ExportFile } from '#server/features/privacy/export/export.schema.ts'
import { sql } from '#server/platform/database/database.ts'
import { newToken, secretHash } from '#server/platform/vault/secrets.ts'
import { uuid } from '#testing/random.ts'
import type { Club } from '#testing/club/club.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'

type As = { cookie: string; userId: string }

/** The files of a ZIP by their names. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    )
  })
  const files = new Map<string, Buffer>()
  const done = Promise.withResolvers<void>()
  zip.on('error', done.reject)
  zip.on('end', done.resolve)
  zip.on('entry', (entry: Entry) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return done.reject(error)
      buffer(stream).then((file) => {
        files.set(entry.fileName, file)
        zip.readEntry()
      }, done.reject)
    })
  })
  zip.readEntry()
  await done.promise
  return files
}

/** Asks for a copy, which must be granted, with a fresh proof. */
export async function askForCopy(club: Club, who: As) {
  await proveSession(club, who)
  const result = await club.call(who, requestExport, {})
  if (!result.ok) throw new Error(result.code)
  return result.answer
}

/** The token of a new link to the copy that is ready. */
export async function linkToCopy(club: Club, who: As): Promise<string> {
  await proveSession(club, who)
  const opened = await club.call(who, openExport, {})
  if (!opened.ok) throw new Error(opened.code)
  return opened.answer.token
}

/** A copy that is ready, of nothing in particular, and a link to it; answers the link's token. */
export async function insertCopy(
  club: Club,
  { userId }: { userId: string },
  content: () => AsyncIterable<Buffer> = () => Readable.from([Buffer.from('PK')]),
): Promise<string> {
  const { app, db } = club
  const archiveId = uuid()
  const token = newToken()
  const at = app.now()
  let bytes = 0
  const counted = async function* () {
    for await (const chunk of content()) {
      bytes += chunk.length
      yield chunk
    }
  }
  const written = await app.archives.write({ userId, archiveId }, Readable.from(counted()))
  await written.keep()
  const { epoch, wrapped } = await app.archives.wrap(written.key, at)
  await db.run(sql`
    insert into exports (id, user_id, state, progress, requested_at, ready_at, expires_at, bytes, epoch, wrapped)
    values (${archiveId}, ${userId}, 'ready', 100, ${at.toISOString()}, ${at.toISOString()},
      ${new Date(at.getTime() + 86_400_000).toISOString()}, ${bytes}, ${epoch}, ${wrapped})`)
  await db.run(sql`
    insert into export_links (token_hash, export_id, created_at)
    values (${secretHash(token)}, ${archiveId}, ${at.toISOString()})`)
  return token
}

/** How the file of a copy is called that is whole. */
export const WHOLE_COPY = /^[0-9a-f]{32}$/

/** What a copy has left on the disk by now. */
export const filesOfCopy = ({ dataDir }: Club, id: string): Promise<string[]> =>
  readdir(join(dataDir, 'files', 'exports', id)).catch(() => [])

/** Follows a link as a browser does. */
export const take = (
  club: Club,
  who: { cookie: string } | null,
  token: string,
  { url = club.url, ...more }: RequestInit & { url?: string } = {},
): Promise<Response> =>
  fetch(url + fetchExport.path.replace(':token', token), {
    ...more,
    headers: { ...(who && { cookie: who.cookie }) },
  })

type CopiedData = {
  files: Map<string, Buffer>
  json: ExportFile
  text: string
  html: string
}

/** All of it: asked for, built, fetched, opened. `text` is everything in it that can be read. */
export async function downloadCopy(club: Club, who: As): Promise<CopiedData> {
  await askForCopy(club, who)
  await club.app.jobs.drain()
  const response = await take(club, who, await linkToCopy(club, who))
  if (!response.ok) throw new Error(`the copy was answered with ${response.status}`)
  const files = await unzip(Buffer.from(await response.arrayBuffer()))
  const read = (name: string) => files.get(name)?.toString() ?? ''
  return {
    files,
    json: JSON.parse(read('export.json')) as ExportFile,
    html: read('index.html'),
    text: [...files.values()].map((file) => file.toString('latin1')).join('\n'),
  }
}
