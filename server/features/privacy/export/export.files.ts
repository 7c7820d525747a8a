import { readDocument } from '#server/features/verification/verification.ts'
import {
  listNoteFiles,
  listPhotoFiles,
  listRemovedFiles,
} from '#server/features/members/members.ts'
import { audit } from '#server/platform/limits/audit.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { readable } from './export.waiting.ts'
import { listDocuments } from './exports.queries.ts'

const UNREAD = 'a file could not be read for its owner'

/** A file for the copy, with the name it has there; null when it cannot be read. */
type FileOfCopy = { path: string; bytes: Buffer | null }

/** Photos as they are stored, what of a profile is kept to be given back, what they noted of others, and the pictures of an ID there still are: one at a time. */
export async function* listMemberFiles(
  app: App,
  tx: Sql,
  userId: string,
): AsyncGenerator<FileOfCopy> {
  for (const { name, key } of await listPhotoFiles(tx, userId))
    yield { path: `photos/${name}`, bytes: await readable(app, () => app.photos.get(key), UNREAD) }
  for (const { name, read } of await listRemovedFiles(app, tx, userId))
    yield { path: `removed/${name}`, bytes: await readable(app, read, UNREAD) }
  for (const { name, read } of await listNoteFiles(app, tx, userId))
    yield { path: `notes/${name}`, bytes: await readable(app, read, UNREAD) }
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
    const bytes = await readable(app, () => readDocument(app, submissionId, side), UNREAD)
    yield { path: `documents/${submissionId}-${side}.jpg`, bytes }
  }
}
