// Takes words, photos and messages away for the desk, keeps them sealed, and gives them back.
import { randomUUID } from 'node:crypto'
import type { Restored } from '#contract/moderation/statements.ts'
import type { ProfileWords } from '#contract/members/author.ts'
import { PROFILE_WORDS } from '#server/platform/member-rules/author.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { noteDeletion } from '#server/platform/files/deletions.ts'
import type { Removed } from '#server/platform/limits/retention.ts'
import { keepPhoto, photoKeys } from './photos.files.ts'
import { appendPhoto, withdrawPhoto } from './photos.queries.ts'
import { noteUpload, sweepPhoto } from './photos.sweep.ts'
import {
  clearWords,
  deleteTaken,
  fillWords,
  findTakenMessage,
  findTakenPhoto,
  insertTaken,
  listTaken,
  takeRemoved,
} from './removing.queries.ts'

// whether something may stay is decided at the desk; what others see of a member is here

const USE = 'taken-away'
const SMALL_USE = 'taken-away-small'

type Taking = { userId: string; statementId: string }

/** Takes away what somebody wrote about themselves, and keeps it sealed while they may object. */
export async function takeWords(
  { strongbox, now }: App,
  tx: Sql,
  { userId, statementId }: Taking,
): Promise<void> {
  const words = await clearWords(tx, userId)
  if (!words || PROFILE_WORDS.every((name) => words[name] === null)) return
  const sealed = await strongbox.seal(USE, statementId, Buffer.from(JSON.stringify(words)))
  await insertTaken(tx, { statementId, userId, kind: 'profile', sealed, sealedSmall: null }, now())
}

/** The files of a photo, both sizes; read before the transaction that takes it away, since they may be far away. */
export type PhotoFiles = { large: Uint8Array; small: Uint8Array }

/** Null when they are gone, or not all there. */
export async function readPhotoFiles(
  { photos }: Pick<App, 'photos'>,
  userId: string,
  photoId: string,
): Promise<PhotoFiles | null> {
  const [large, small] = await Promise.all(photoKeys(userId, photoId).map((key) => photos.get(key)))
  return large && small ? { large, small } : null
}

/** Takes a photo off a profile and keeps it likewise; its files go. */
export async function takePhoto(
  { strongbox, now }: App,
  tx: Sql,
  { userId, statementId, photoId, files }: Taking & { photoId: string; files: PhotoFiles | null },
): Promise<void> {
  // what its member took off before is theirs to have taken off
  if (!(await withdrawPhoto(tx, userId, photoId))) return
  await noteDeletion(tx, { store: 'profile-photos', keys: photoKeys(userId, photoId) }, now())
  if (!files) return
  const sealed = await strongbox.seal(USE, statementId, files.large)
  const sealedSmall = await strongbox.seal(SMALL_USE, statementId, files.small)
  await insertTaken(tx, { statementId, userId, kind: 'photo', sealed, sealedSmall }, now())
}

type TakenMessage = { id: string; text: string }

/** Keeps likewise what was taken away at a table; there it stands no more. */
export async function keepMessage(
  { strongbox, now }: App,
  tx: Sql,
  { userId, statementId, message }: Taking & { message: TakenMessage },
): Promise<void> {
  const sealed = await strongbox.seal(USE, statementId, Buffer.from(JSON.stringify(message)))
  await insertTaken(tx, { statementId, userId, kind: 'message', sealed, sealedSmall: null }, now())
}

/** What a statement took away at a table, as long as it is kept. */
export async function readTakenMessage(
  { strongbox }: Pick<App, 'strongbox'>,
  on: Sql,
  statementId: string,
): Promise<TakenMessage | null> {
  const removed = await findTakenMessage(on, statementId)
  if (!removed) return null
  return JSON.parse(
    (await strongbox.open(USE, statementId, removed.sealed)).toString(),
  ) as TakenMessage
}

/**
 * Lays a photo a statement took away where it will be shown, before the transaction that puts it back (`put`),
 * since that may be far away. It is given its new id; null when none is kept.
 */
export async function layPhotoBack<T>(
  app: App,
  statementId: string,
  put: (photoId: string | null) => Promise<T>,
): Promise<T> {
  const removed = await findTakenPhoto(app.db, statementId)
  if (!removed) return put(null)
  const { userId, sealed, sealedSmall } = removed
  const large = await app.strongbox.open(USE, statementId, sealed)
  const small = await app.strongbox.open(SMALL_USE, statementId, sealedSmall)
  // under a new name: a sweep that is on its way to the old files does not meet these
  const photoId = randomUUID()
  await noteUpload(app, userId, photoId)
  await keepPhoto(app.photos, userId, photoId, [{ bytes: large }, { bytes: small }])
  const done = await put(photoId)
  // where there was no room for it; what keeps that from being done now is done by the job noted above
  await sweepPhoto(app, { userId, photoId }).catch((error: unknown) =>
    app.log.warn({ err: error }, 'a photo that is not shown could not be removed yet'),
  )
  return done
}

/** Puts back what a statement took off a profile, where nothing else stands in its place by now. */
export async function giveBack(
  app: App,
  tx: Sql,
  statementId: string,
  photoId: string | null,
): Promise<Restored> {
  const removed = await takeRemoved(tx, statementId)
  if (!removed) return 'not_kept'
  const { userId, sealed, kind } = removed
  if (kind === 'photo') {
    if (!photoId) throw new Error('a photo comes back whose files were not laid there')
    return (await appendPhoto(tx, userId, photoId)) ? 'whole' : 'no_room'
  }
  const content = await app.strongbox.open(USE, statementId, sealed)
  return giveWords(tx, userId, JSON.parse(content.toString()) as Partial<ProfileWords>)
}

async function giveWords(tx: Sql, userId: string, words: Partial<ProfileWords>): Promise<Restored> {
  const there = await fillWords(tx, userId, words)
  // a field the club has come to know since is not among them
  const fields = PROFILE_WORDS.filter((field) => (words[field] ?? null) !== null)
  const back = fields.filter((field) => there?.[field] === words[field])
  if (back.length === fields.length) return 'whole'
  return back.length > 0 ? 'part' : 'no_room'
}

/** What was taken off somebody's profile and is kept, as files of theirs. */
export async function listRemovedFiles(
  { strongbox }: App,
  on: Sql,
  userId: string,
): Promise<{ name: string; read: () => Promise<Buffer> }[]> {
  const taken = await listTaken(on, userId)
  return taken.flatMap(({ statementId, number, sealed, sealedSmall }) => {
    const read = () => strongbox.open(USE, statementId, sealed)
    if (!sealedSmall) return [{ name: `${number}.json`, read }]
    const small = () => strongbox.open(SMALL_USE, statementId, sealedSmall)
    return [
      { name: `${number}-1280.webp`, read },
      { name: `${number}-320.webp`, read: small },
    ]
  })
}

export async function forgetTaken({ db, now }: App): Promise<Removed> {
  return { takenAway: await deleteTaken(db, now()) }
}
