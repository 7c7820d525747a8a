// A member's profile photos: adding, ordering and removing them, and giving one to who may see it.
import { codes } from '#contract/errors.ts'
import { randomUUID } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/members/photos.ts'
import { makePhotoId } from '#contract/members/ownPhotos.ts'
import type * as ownPhotos from '#contract/members/ownPhotos.ts'
import { contentRefusal, termsRefusal } from '#server/features/consent/consent.policy.ts'
import { deleteFiles, noteDeletion } from '#server/platform/files/deletions.ts'
import { detectFileType } from '#server/platform/files/fileType.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { holdOwn } from '#server/platform/member-rules/accounts.ts'
import type { Giver, Handler } from '#server/platform/http/route.ts'
import { discardPhoto, keepPhoto, photoKey, photoKeys } from './photos.files.ts'
import {
  appendPhoto,
  findPhotos,
  listAllPhotos,
  reorderPhotos,
  withdrawPhoto,
} from './photos.queries.ts'
import { findSent, inTurn, noteSent, type Sending } from './photos.sending.ts'
import { noteUpload } from './photos.sweep.ts'
import { mayViewProfile } from './profiles.policy.ts'
import { showsPhoto } from './profiles.queries.ts'

const PHOTO_TYPES = new Set(['jpeg', 'png', 'webp'])

export const addPhoto: Handler<typeof ownPhotos.addPhoto> = async (ctx, { query, file }) => {
  const sending = { userId: ctx.viewer.userId, id: query?.id?.toLowerCase() ?? null }
  ctx.refuseIf(termsRefusal(ctx.viewer) ?? contentRefusal(ctx.viewer))
  return inTurn(ctx, sending, () => storePhoto(ctx, sending, file))
}

async function storePhoto(
  ctx: Parameters<Handler<typeof ownPhotos.addPhoto>>[0],
  sending: Sending,
  file: Uint8Array<ArrayBuffer>,
): Promise<AnswerOf<typeof ownPhotos.addPhoto>> {
  const { userId, id } = sending
  const before = await findSent(ctx, ctx.db, sending)
  await ctx.enforceLimits({ isRepeat: before !== null })
  if (before) return before === 'taken_away' ? ctx.refuse(codes.notFound) : before
  if (!PHOTO_TYPES.has(detectFileType(file) ?? '')) return ctx.refuse('wrong_file_type')
  // asked again when it counts; here it only spares the work
  const there = (await findPhotos(ctx.db, userId)) ?? []
  if (there.length >= limits.photos) return ctx.refuse('photo_limit_reached')

  const outcome = await ctx.decoder.decode(userId, { kind: 'photo', bytes: file })
  if ('unreadable' in outcome) return ctx.refuse(outcome.unreadable)

  // files without a row are swept away after a crash; a row without files would stay
  const drawn = randomUUID()
  const photoId = id === null ? drawn : makePhotoId(id, drawn)
  await noteUpload(ctx, userId, photoId)
  await keepPhoto(ctx.photos, userId, photoId, outcome.pictures)
  const stored = await ctx.db.transaction(async (tx) => {
    if (!(await holdOwn(tx, ctx.viewer))) return 'not_signed_in'
    // by another process meanwhile
    const sent = await findSent(ctx, tx, sending)
    if (sent) return sent === 'taken_away' ? codes.notFound : sent
    const photos = await appendPhoto(tx, userId, photoId)
    if (!photos) return 'photo_limit_reached'
    await noteSent(ctx, tx, sending)
    return { photoId, photos }
  })
  const isStored = typeof stored === 'object' && stored.photoId === photoId
  if (!isStored) await discardPhoto(ctx.photos, userId, photoId)
  return typeof stored === 'string' ? ctx.refuse(stored) : stored
}

export const orderPhotos: Handler<typeof ownPhotos.orderPhotos> = async (ctx, { body }) => {
  const { userId } = ctx.viewer
  const order = body.photos.map((photoId) => photoId.toLowerCase())
  const photos = await reorderPhotos(ctx.db, userId, order)
  return { photos: photos ?? (await findPhotos(ctx.db, userId)) ?? [] }
}

export const removePhoto: Handler<typeof ownPhotos.removePhoto> = async (ctx, { params }) => {
  const { userId } = ctx.viewer
  const photoId = params.photoId.toLowerCase()
  const doomed = { store: 'profile-photos', keys: photoKeys(userId, photoId) } as const
  // listed or not: an earlier try may have been cut short here
  const photos = await ctx.db.transaction(async (tx) => {
    await noteDeletion(tx, doomed, ctx.now())
    return withdrawPhoto(tx, userId, photoId)
  })
  await deleteFiles(ctx, doomed)
  return { photos: photos ?? (await findPhotos(ctx.db, userId)) ?? [] }
}

export const getPhoto: Giver<typeof contract.getPhoto> = async (ctx, { params }) => {
  const { size } = params
  const memberId = params.memberId.toLowerCase()
  const photoId = params.photoId.toLowerCase()
  if (!mayViewProfile(ctx.viewer, memberId)) return ctx.refuse(codes.notFound)
  const isShown = await showsPhoto(ctx.db, ctx.viewer, { memberId, photoId, now: ctx.now() })
  if (isShown === null) return ctx.refuse('not_signed_in')
  if (!isShown) return ctx.refuse(codes.notFound)
  return {
    type: 'image/webp',
    etag: `"${photoId}-${size}"`,
    read: async () =>
      (await ctx.photos.get(photoKey(memberId, photoId, size))) ?? ctx.refuse(codes.notFound),
  }
}

/** Every file of a member's photos in the order in which they are shown, and where it is kept. */
export async function listPhotoFiles(
  on: Sql,
  userId: string,
): Promise<{ name: string; key: string }[]> {
  const photos = (await findPhotos(on, userId)) ?? []
  return photos
    .flatMap((photoId) => photoKeys(userId, photoId))
    .map((key) => ({ name: key.slice(userId.length + 1), key }))
}

/** Of all photos that are shown anywhere. */
export async function listPhotoKeys(on: Sql): Promise<string[]> {
  const members = await listAllPhotos(on)
  return members.flatMap(({ id, photos }) => photos.flatMap((photoId) => photoKeys(id, photoId)))
}

/** The bytes of a photo in its larger size; null when they are gone. */
export const readLargePhoto = (
  { photos }: Pick<App, 'photos'>,
  userId: string,
  photoId: string,
): Promise<Uint8Array | null> => photos.get(photoKey(userId, photoId, '1280'))
