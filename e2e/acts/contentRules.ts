import { openDatabase, sql, type Query } from '#server/platform/database/database.ts'
import type { ClubUnderTest, Member } from '../club/club.ts'

async function change(club: ClubUnderTest, query: Query): Promise<void> {
  const db = openDatabase(club.server.databaseUrl, { max: 1 })
  await db.run(query)
  await db.end()
}

/** As if they had been let in a month ago. */
export const letSettle = (club: ClubUnderTest, { email }: Member): Promise<void> =>
  change(
    club,
    sql`update users set admitted_at = admitted_at - interval '30 days' where email = ${email}`,
  )

/** A room in which each waits so long between two posts. */
export const slowDown = (club: ClubUnderTest, slug: string, seconds: number): Promise<void> =>
  change(club, sql`update rooms set slow_seconds = ${seconds} where slug = ${slug}`)
