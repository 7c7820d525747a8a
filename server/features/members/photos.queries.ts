import { limits } from '#contract/limits.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'

/** Photo ids in order; null when there is no such member. */
export async function findPhotos(on: Sql, userId: string): Promise<string[] | null> {
  const row = await on.row<{ photos: string[] }>(
    sql`select photos from profiles where id = ${userId}`,
  )
  return row?.photos ?? null
}

/** Answers null when there are as many as there may be: of uploads at once only so many get in. */
export async function appendPhoto(
  on: Sql,
  userId: string,
  photoId: string,
): Promise<string[] | null> {
  const row = await on.row<{ photos: string[] }>(sql`
    update profiles set photos = photos || ${photoId}::text
    where id = ${userId} and cardinality(photos) < ${limits.photos} returning photos`)
  return row?.photos ?? null
}

/** Answers null when the order is not one of exactly the photos that are there. */
export async function reorderPhotos(
  on: Sql,
  userId: string,
  order: readonly string[],
): Promise<string[] | null> {
  const row = await on.row<{ photos: string[] }>(sql`
    update profiles set photos = ${order}::text[]
    where id = ${userId} and photos @> ${order}::text[] and photos <@ ${order}::text[]
      and cardinality(photos) = cardinality(${order}::text[])
    returning photos`)
  return row?.photos ?? null
}

/** Answers what is left; null when it was not among them. */
export async function withdrawPhoto(
  on: Sql,
  userId: string,
  photoId: string,
): Promise<string[] | null> {
  const row = await on.row<{ photos: string[] }>(sql`
    update profiles set photos = array_remove(photos, ${photoId}::text)
    where id = ${userId} and ${photoId} = any (photos) returning photos`)
  return row?.photos ?? null
}

export const listAllPhotos = (on: Sql): Promise<{ id: string; photos: string[] }[]> =>
  on.rows(sql`select id, photos from profiles where photos <> '{}'`)

export const findPhotosByMember = (
  on: Sql,
  userIds: readonly string[],
): Promise<{ id: string; photos: string[] }[]> =>
  on.rows(sql`select id, photos from profiles where id = any (${userIds}::uuid[])`)
