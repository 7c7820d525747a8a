// Builds the copy of one's data as it was at one moment, sealed; there is none until its last step.
import { limits } from '#contract/limits.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import type { App } from '#server/platform/context.ts'
import { allowPauses, type Sql } from '#server/platform/database/database.ts'
import { holdMonths } from '#server/platform/vault/keptKeys.ts'
import { mailLanguage } from '#server/text/words.ts'
import { describeCopy } from './export.about.ts'
import { createArchive } from './export.archive.ts'
import {
  beginExport,
  lockBuilding,
  markReady,
  noteProgress,
  takeExport,
  type Building,
} from './exports.queries.ts'
import { endExport } from './exports.sweep.ts'
import { listOlder } from './exports.sweep.queries.ts'
import { sectionCountSql } from '#server/features/privacy/register/register.queries.ts'
import { sections, type Section } from '#server/features/privacy/register/register.ts'
import { noteAnsweredRequest } from '#server/features/privacy/requests/requests.noting.ts'

/** Percent: how often the progress is stored. */
const STEP = 5

/**
 * Builds a copy, as the database was at one moment. If the process ends on the way, another one begins
 * again; until the last step there is no copy. A process that only fell silent may go on beside it: each writes
 * its own file, and the first to finish makes the copy.
 */
export async function buildExport(app: App, { exportId }: { exportId: string }): Promise<void> {
  const { archives, db } = app
  const built = await db.transaction(async (tx) => {
    await tx.script('set transaction isolation level repeatable read, read only')
    // files are fetched and sent meanwhile
    await allowPauses(tx)
    // tried again later, in case the process that has it does not finish
    if (!(await takeExport(tx, exportId))) throw new Error('somebody else is building it')
    const building = await beginExport(db, exportId)
    if (!building) return null
    await archives.removeParts(exportId)
    return { ...building, ...(await write(app, tx, exportId, building)) }
  })
  if (!built) return
  // the store may take its time, and nothing of the database is held for it; without its key nobody reads the file
  await built.archive.keep()
  if (!(await finish(app, exportId, built))) return built.archive.drop()
  for (const id of await listOlder(db, built.userId, exportId)) await endExport(app, id)
  await built.archive.dropOthers()
}

async function write(app: App, tx: Sql, exportId: string, { userId, language }: Building) {
  const { archives, config, db, now } = app
  const copy = describeCopy({
    userId,
    club: config.clubName,
    at: now(),
    language: mailLanguage(language, 'en'),
  })
  let rows = 0
  for (const section of sections)
    rows +=
      ((await tx.row<{ count: number }>(sectionCountSql(section, copy)))?.count ?? 0) *
      timesWritten(section)
  let done = 0
  let noted = 0
  const read = (more: number) => {
    done += more
    const percent = Math.floor((95 * done) / (rows || 1))
    if (percent < noted + STEP) return
    noted = percent
    // nobody waits for it to be told
    noteProgress(db, exportId, percent).catch(() => {})
  }
  let bytes = 0
  const source = createArchive(app, tx, copy, read)
  source.on('data', (chunk: Buffer) => void (bytes += chunk.length))
  source.pause()
  const archive = await archives.write({ userId, archiveId: exportId }, source)
  return { archive, bytes }
}

/** For people, for programs, and the posts for spreadsheets. */
const timesWritten = ({ table }: Section) => (table === 'posts' ? 3 : 2)

type Built = Building & Awaited<ReturnType<typeof write>>

/** All at once: its key, which says which file it is, the mail, and the request that is answered by it. */
async function finish(app: App, exportId: string, built: Built): Promise<boolean> {
  const { archives, db, jobs, keys, now } = app
  const { userId, requestedAt, archive, bytes } = built
  await keys.prepare(now())
  return db.transaction(async (tx) => {
    await holdMonths(tx)
    if (!(await lockBuilding(tx, exportId))) return false
    const readyAt = now()
    const expiresAt = new Date(readyAt.getTime() + limits.exportDays * DAY_MS)
    const key = await archives.wrap(archive.key, readyAt)
    await markReady(tx, exportId, { ...key, bytes, readyAt, expiresAt })
    await noteAnsweredRequest(app, tx, {
      userId,
      kind: 'access',
      receivedAt: new Date(requestedAt),
    })
    await jobs.send(tx, 'mail_export_ready', { exportId })
    return true
  })
}
