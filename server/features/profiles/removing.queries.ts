import { sql, type Sql } from '#server/platform/database.ts'

/** Takes away what somebody wrote about themselves. */
export async function clearWords(on: Sql, userId: string): Promise<void> {
  await on.run(sql`update profiles set bio = null, city = null where id = ${userId}`)
}

/** Takes a photo off a profile; its files are swept away. */
export async function takeDownPhoto(on: Sql, userId: string, photoId: string): Promise<void> {
  await on.run(sql`
    update profiles set photos = array_remove(photos, ${photoId}::text) where id = ${userId}`)
}
