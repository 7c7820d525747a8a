import { sql, type Sql } from '#server/platform/database/database.ts'

type SessionRow = {
  id: string
  createdAt: string
  lastUsedAt: string
  userAgent: string | null
  isThis: boolean
}

type Own = { userId: string; sessionId: string }

export const listOpen = (on: Sql, { userId, sessionId }: Own, now: Date): Promise<SessionRow[]> =>
  on.rows<SessionRow>(sql`
    select id, created_at, last_used_at, user_agent, id = ${sessionId} as is_this from sessions
    where user_id = ${userId} and expires_at > ${now.toISOString()}
    order by is_this desc, last_used_at desc, id`)

/** The database tells every process of sessions that ended. */
export const deleteOwn = (on: Sql, { userId, sessionId }: Own): Promise<number> =>
  on.run(sql`delete from sessions where id = ${sessionId} and user_id = ${userId}`)

/** Answers how many there were. */
export const deleteOthers = (on: Sql, { userId, sessionId }: Own): Promise<number> =>
  on.run(sql`delete from sessions where user_id = ${userId} and id <> ${sessionId}`)

export const deleteAllSessions = (on: Sql, userId: string): Promise<number> =>
  on.run(sql`delete from sessions where user_id = ${userId}`)
