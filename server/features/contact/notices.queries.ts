import type { noticeKinds } from '#contract/contact.ts'
import type { Language } from '#contract/fields.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import type { ContactLetter } from './contact.queries.ts'

type NewNotice = {
  id: string
  reference: string
  kind: (typeof noticeKinds)[number]
  location: string
  explanation: string
  name: string | null
  email: string | null
  language: Language | null
}

/** Answers false when its id or its reference is there already. */
export async function insertNotice(on: Sql, notice: NewNotice, at: Date): Promise<boolean> {
  const inserted = await on.run(sql`
    insert into notices (id, reference, kind, location, explanation, name, email, language, received_at)
    values (${notice.id}, ${notice.reference}, ${notice.kind}, ${notice.location},
      ${notice.explanation}, ${notice.name}, ${notice.email}, ${notice.language},
      ${at.toISOString()})
    on conflict do nothing`)
  return inserted > 0
}

/** What was sent under this id, and whether it was the same. */
export const findSentNotice = (
  on: Sql,
  notice: NewNotice,
): Promise<{ reference: string; isSame: boolean } | undefined> =>
  on.row(sql`
    select reference, (kind, location, explanation, name, email) is not distinct from
      (${notice.kind}, ${notice.location}, ${notice.explanation}, ${notice.name}::text,
        ${notice.email}::text) as is_same
    from notices where id = ${notice.id}`)

export const findNotice = (on: Sql, id: string): Promise<ContactLetter | undefined> =>
  on.row<ContactLetter>(
    sql`select reference, email, language, null as answer from notices where id = ${id}`,
  )

/** Makes a link the only one that shows whose address it is. */
export async function setNoticeLink(on: Sql, id: string, confirmHash: Buffer): Promise<void> {
  await on.run(sql`update notices set confirm_hash = ${confirmHash} where id = ${id}`)
}

/** Uses a link up; answers whose address it showed to be theirs. */
export const takeNoticeLink = (
  on: Sql,
  confirmHash: Buffer,
  at: Date,
): Promise<{ id: string; email: string | null } | undefined> =>
  on.row(sql`
    update notices set confirmed_at = ${at.toISOString()}, confirm_hash = null
    where confirm_hash = ${confirmHash} returning id, email`)

/** Those concluded by then, or never and arrived by then. Answers how many went. */
export const deleteNotices = (on: Sql, until: Date): Promise<number> =>
  on.run(
    sql`delete from notices where coalesce(concluded_at, received_at) <= ${until.toISOString()}`,
  )
