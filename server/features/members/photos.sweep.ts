import type { App } from '#server/platform/context.ts'
import { discardPhoto, photoKeys } from './photos.files.ts'
import { findPhotos, findPhotosByMember } from './photos.queries.ts'

/**
 * An upload lists its files within seconds, or never will. With a sweep every ten minutes nothing
 * that belongs to nobody stays for an hour.
 */
const ORPHAN_MS = 30 * 60_000
const MEMBERS_AT_ONCE = 500
/** What is not kept by members is not the club's, and not touched. */
const OF_MEMBER = /^([0-9a-f-]{36})\/[^/]+$/

/**
 * Before anything of it is written: what a crash leaves of an upload is then known by its name, and nobody has to list a
 * bucket for it. A folder is listed often, and needs no such note.
 */
export async function noteUpload(
  { db, files, jobs }: Pick<App, 'db' | 'files' | 'jobs'>,
  userId: string,
  photoId: string,
): Promise<void> {
  if (files.isListedOften) return
  await jobs.send(db, 'sweep_photo', { userId, photoId }, { afterSeconds: ORPHAN_MS / 1000 })
}

/** Removes the files of an upload unless its member has the photo. */
export async function sweepPhoto(
  { db, photos }: App,
  { userId, photoId }: { userId: string; photoId: string },
): Promise<void> {
  const listed = await findPhotos(db, userId)
  if (!listed?.includes(photoId)) await discardPhoto(photos, userId, photoId)
}

/** Removes files no profile lists: of uploads and removals cut short, and of accounts that are gone. */
export async function sweepPhotos({ db, photos, now }: App): Promise<void> {
  const keys = await photos.namesBefore(new Date(now().getTime() - ORPHAN_MS))
  const byMember = Map.groupBy(keys, (key) => OF_MEMBER.exec(key)?.[1] ?? '')
  byMember.delete('')
  const members = [...byMember.keys()]
  for (let start = 0; start < members.length; start += MEMBERS_AT_ONCE) {
    const some = members.slice(start, start + MEMBERS_AT_ONCE)
    const known = await findPhotosByMember(db, some)
    const listed = new Set(
      known.flatMap(({ id, photos: ids }) => ids.flatMap((photoId) => photoKeys(id, photoId))),
    )
    for (const key of some.flatMap((userId) => byMember.get(userId) ?? []))
      if (!listed.has(key)) await photos.remove(key)
  }
}
