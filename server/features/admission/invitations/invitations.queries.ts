// The rows of invitations, members' and the club's: what is made and revoked, one's own, the places taken.
import type { IssuedInvitation } from '#contract/admission/admission.ts'
import type { Invitation } from '#contract/admission/invitations.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { areBlocked, isAway } from '#server/platform/member-rules/visibility.ts'

/** SQL for where an invitation `i` stands. */
export const invitationStateSql = (now: Date): Query => sql`
  case when i.uses >= i.max_uses then 'used' when i.revoked_at is not null then 'revoked'
    when i.expires_at <= ${now.toISOString()} then 'expired' else 'open' end`

/** Of the newest ones of a member; older ones are of no use to anybody. */
const LISTED = 100

/** Names of those who came by it only with their consent, and not while they are suspended, hidden or blocked. */
export const listOwn = (on: Sql, userId: string, now: Date): Promise<Invitation[]> =>
  on.rows<Invitation>(sql`
    select i.id, ${invitationStateSql(now)} as state, i.email, i.created_at, i.expires_at,
      (select p.username from invitation_uses t join profiles p on p.id = t.user_id
        where t.invitation_id = i.id and t.is_shown and not ${isAway(sql`p`)}
          and not ${areBlocked(sql`p.id`, sql`i.inviter_id`)}
        limit 1) as guest
    from invitations i where i.inviter_id = ${userId}
    order by i.created_at desc, i.id desc limit ${LISTED}`)

/** How many places of a member's stock are taken: by those still open, and by those somebody came by. */
export async function countTaken(on: Sql, userId: string, now: Date): Promise<number> {
  const row = await on.row<{ count: number }>(sql`
    select count(*) as count from invitations
    where inviter_id = ${userId}
      and (uses > 0 or (revoked_at is null and expires_at > ${now.toISOString()}))`)
  return row?.count ?? 0
}

/** Whether an account's owner has shown that its address is theirs. */
export async function isConfirmed(on: Sql, userId: string): Promise<boolean> {
  const row = await on.row(sql`
    select from users where id = ${userId} and email_confirmed_at is not null`)
  return row !== undefined
}

export type NewInvitation = {
  id: string
  /** Null until a mail carries it. */
  codeHash: Buffer | null
  email: string | null
  inviterId: string | null
  note: string | null
  maxUses: number
  expiresAt: Date
}

/** An invitation as its maker reads it. */
type Made = Pick<
  IssuedInvitation,
  'id' | 'state' | 'email' | 'note' | 'uses' | 'maxUses' | 'createdAt' | 'expiresAt'
>
const madeSql = (now: Date): Query => sql`
  i.id, ${invitationStateSql(now)} as state, i.email, i.note, i.uses, i.max_uses, i.created_at,
  i.expires_at`

/** Answers nothing when its id is taken. */
export const insertInvitation = (
  on: Sql,
  order: NewInvitation,
  now: Date,
): Promise<Made | undefined> =>
  on.row<Made>(sql`
    insert into invitations as i
      (id, code_hash, email, inviter_id, note, max_uses, created_at, expires_at)
    values (${order.id}, ${order.codeHash}, ${order.email}, ${order.inviterId}, ${order.note},
      ${order.maxUses}, ${now.toISOString()}, ${order.expiresAt.toISOString()})
    on conflict (id) do nothing returning ${madeSql(now)}`)

/** The invitation made under an id before, if it has the same code; nothing of other members' ones. */
export const findMade = (
  on: Sql,
  { id, codeHash }: Pick<NewInvitation, 'id' | 'codeHash'>,
  now: Date,
): Promise<Made | undefined> =>
  on.row<Made>(sql`
    select ${madeSql(now)} from invitations i where i.id = ${id} and i.code_hash = ${codeHash}`)

/** Answers whether it was revoked before, which changes nothing; null unless it was open or is that. Of a member's alone with `inviterId`. */
export async function revoke(
  on: Sql,
  { id, inviterId = null }: { id: string; inviterId?: string | null },
  now: Date,
): Promise<{ isRepeat: boolean } | null> {
  const at = now.toISOString()
  const row = await on.row<{ isRepeat: boolean }>(sql`
    update invitations i set revoked_at = coalesce(i.revoked_at, ${at})
    from (select id, revoked_at from invitations where id = ${id} for update) before
    where i.id = before.id and uses < max_uses and expires_at > ${at}
      and (${inviterId}::uuid is null or inviter_id = ${inviterId})
    returning before.revoked_at is not null as is_repeat`)
  return row ?? null
}

/** Whether the member who invited this account may know that they came; null when no member did. */
export async function isShown(on: Sql, userId: string): Promise<boolean | null> {
  const row = await on.row<{ isShown: boolean }>(sql`
    select t.is_shown from invitation_uses t join invitations i on i.id = t.invitation_id
    where t.user_id = ${userId} and i.inviter_id is not null`)
  return row?.isShown ?? null
}

/** Answers false when no member invited this account. */
export async function setShown(on: Sql, userId: string, to: boolean): Promise<boolean> {
  const set = await on.run(sql`
    update invitation_uses t set is_shown = ${to} from invitations i
    where t.user_id = ${userId} and i.id = t.invitation_id and i.inviter_id is not null`)
  return set > 0
}

/**
 * Forgets whom invitations were meant for once they are long over; those nobody came by go
 * altogether, the others stay for the tree. Answers how many it was.
 */
export async function forgetExpiredInvitations(on: Sql, until: Date): Promise<number> {
  const isOver = sql`coalesce(revoked_at, expires_at) <= ${until.toISOString()}`
  const deleted = await on.run(sql`delete from invitations where uses = 0 and ${isOver}`)
  const cleared = await on.run(sql`
    update invitations set email = null, note = null, code_hash = null
    where ${isOver} and (email is not null or note is not null)`)
  return deleted + cleared
}

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
