import { BANNED_UNTIL } from '#contract/moderation/statements.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import { isSuspended } from '#server/platform/member-rules/accounts.ts'

/** From when until when a statement keeps its member out, or was to. */
export type KeptOut = { startsAt: string; endsAt: string }

/** By a statement that was lifted, and by those of the same member that were not. */
export async function listKeptOut(
  on: Sql,
  statementId: string,
): Promise<{ lifted: KeptOut; others: KeptOut[] } | undefined> {
  const rows = await on.rows<KeptOut & { isLifted: boolean }>(sql`
    select o.starts_at, coalesce(o.ends_at, ${BANNED_UNTIL}) as ends_at, o.id = s.id as is_lifted
    from statements s join statements o on o.id = s.id
      or (o.user_id = s.user_id and o.kind in ('suspension', 'ban') and o.lifted_at is null)
    where s.id = ${statementId}`)
  const lifted = rows.find(({ isLifted }) => isLifted)
  return lifted && { lifted, others: rows.filter((row) => row !== lifted) }
}

/** Until when somebody is suspended, and why. */
export const findSuspension = (
  on: Sql,
  userId: string,
  now: Date,
): Promise<{ until: string; reason: string } | undefined> =>
  on.row(sql`
    select u.suspended_until as until, u.suspension_reason as reason from users u
    where u.id = ${userId} and ${isSuspended(sql`u`, now)}`)
