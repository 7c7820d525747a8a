import { readDocument } from '#server/features/verification/verification.ts'
import {
  listNoteFiles,
  listPhotoFiles,
  listRemovedFiles,
} from '#server/features/members/members.ts'
import { audit } from '#server/platform/limits/audit.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { isAwaited } from './export.waiting.ts'
import { listDocuments } from './exports.queries.ts'

/** A file for the copy, with the name it has there; null when it cannot be read. */
type FileOfCopy = { path: string; bytes: Buffer | null }

/** Photos as they are stored, what of a profile is kept to be given back, what they noted of others, and the pictures of an ID there still are: one at a time. */
export async function* listMemberFiles(
  app: App,
  tx: Sql,
  userId: string,
): AsyncGenerator<FileOfCopy> {
  for (const { name, key } of await listPhotoFiles(tx, userId))
    yield { path: `photos/${name}`, bytes: await readable(app, () => app.photos.get(key)) }
  for (const { name, read } of await listRemovedFiles(app, tx, userId))
    yield { path: `removed/${name}`, bytes: await readable(app, read) }
  for (const { name, read } of await listNoteFiles(app, tx, userId))
    yield { path: `notes/${name}`, bytes: await readable(app, read) }
  for (const { submissionId, side } of await listDocuments(tx, userId)) {
    const details = { submission: submissionId, side, purpose: 'export' }
    // as for anybody else: on record before anything is read
    await audit(app.db, {
      at: app.now(),
      actorId: null,
      action: 'id_exported',
      subjectId: userId,
      details,
    })
    const bytes = await readable(app, () => readDocument(app, submissionId, side))
    yield { path: `documents/${submissionId}-${side}.jpg`, bytes }
  }
}

/** What is damaged, or was sealed with a key that is gone, keeps nobody from the rest of their copy. */
async function readable(
  app: Pick<App, 'job' | 'log'>,
  read: () => Promise<Buffer | null>,
): Promise<Buffer | null> {
  try {
    return await read()
  } catch (error) {
    if (isAwaited(app, error)) throw error
    app.log.warn({ err: error }, 'a file could not be read for its owner')
    return null
  }
}
