import type { Language } from '#contract/fields.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'

export type Addressee = { id: string; email: string; language: Language | null }

export const addressee = (on: Sql, userId: string): Promise<Addressee | undefined> =>
  on.row<Addressee>(sql`select id, email, language from users where id = ${userId}`)

/** Whose copy it is, while it can be fetched. */
export const addresseeOfExport = (on: Sql, exportId: string): Promise<Addressee | undefined> =>
  on.row<Addressee>(sql`
    select u.id, u.email, u.language from exports e join users u on u.id = e.user_id
    where e.id = ${exportId} and e.state = 'ready'`)
