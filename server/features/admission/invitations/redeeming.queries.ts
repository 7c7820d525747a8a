import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { isAway } from '#server/platform/member-rules/visibility.ts'

/** The holder of the code, as far as they have proved it; null while unknown. */
export type CodeHolder = { email: string | null; userId: string | null }

/**
 * What makes an invitation good at this moment: one that is used up, expired, revoked, bound to
 * another address or given by somebody who is suspended or hidden lets nobody in.
 */
const isGood = (email: string | null, now: Date): Query => sql`
  i.revoked_at is null and i.uses < i.max_uses and i.expires_at > ${now.toISOString()}
  and (i.email is null or ${email}::text is null or i.email = ${email})
  and not exists (select from profiles h where h.id = i.inviter_id and ${isAway(sql`h`)})`

/** Whether a code would let its holder in, or has let in this account already. */
export async function isCodeGood(
  on: Sql,
  codeHash: Buffer,
  { email, userId }: CodeHolder,
  now: Date,
): Promise<boolean> {
  const row = await on.row(sql`
    select from invitations i where i.code_hash = ${codeHash} and (${isGood(email, now)}
      or exists (select from invitation_uses t
        where t.invitation_id = i.id and t.user_id = ${userId}))`)
  return row !== undefined
}

/**
 * Uses a code up by one, or answers null. One statement: of any number at the same time, as many
 * succeed as the invitation has uses left.
 */
export async function takeUse(
  on: Sql,
  codeHash: Buffer,
  { email }: Pick<CodeHolder, 'email'>,
  now: Date,
): Promise<string | null> {
  const row = await on.row<{ id: string }>(sql`
    update invitations i set uses = i.uses + 1
    where i.code_hash = ${codeHash} and ${isGood(email, now)} returning i.id`)
  return row?.id ?? null
}

/** The code that admits a member counts; those they spent while they were held are given back. */
export async function putUse(
  on: Sql,
  { userId, invitationId }: { userId: string; invitationId: string },
  now: Date,
): Promise<void> {
  await on.run(sql`
    update invitations set uses = uses - 1
    where id = (select invitation_id from invitation_uses where user_id = ${userId})`)
  await on.run(sql`
    insert into invitation_uses (user_id, invitation_id, created_at)
    values (${userId}, ${invitationId}, ${now.toISOString()})
    on conflict (user_id) do update set
      invitation_id = excluded.invitation_id, is_shown = false, created_at = excluded.created_at`)
}
