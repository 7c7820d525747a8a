import { sql, type Sql } from '#server/platform/database/database.ts'

/** Whom invitations were meant for, and what was noted of them. Addresses in lower case. */
export async function forgetInvited(
  on: Sql,
  userId: string,
  emails: readonly string[],
): Promise<void> {
  await on.run(sql`delete from invitations where uses = 0 and lower(email) = any (${emails})`)
  await on.run(sql`
    update invitations i set email = null, note = null
    where lower(i.email) = any (${emails}) or (i.max_uses = 1 and exists (
      select from invitation_uses t where t.invitation_id = i.id and t.user_id = ${userId}))`)
}
