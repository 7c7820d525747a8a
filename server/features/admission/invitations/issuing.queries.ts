// The codes that the club itself gives out: who made them, what is left of each, and their end.
import type { AnswerOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/admission/admission.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import { pagedList, type PageRequest, type PagedList } from '#server/platform/lists/pagedList.ts'
import { isSuspended } from '#server/platform/member-rules/accounts.ts'
import { invitationStateSql } from './invitations.queries.ts'

/** Newest first. */
export function listAll(
  on: Sql,
  { now, ...page }: PageRequest & { now: Date },
): Promise<PagedList<contract.IssuedInvitation>> {
  const list = {
    rows: sql`
      select i.id, ${invitationStateSql(now)} as state, i.email, i.note, i.uses, i.max_uses,
        i.created_at, i.expires_at,
        case when p.id is not null
          then json_build_object('id', i.inviter_id, 'username', p.username) end as inviter
      from invitations i left join profiles p on p.id = i.inviter_id and not p.is_hidden`,
    where: sql`true`,
    by: [sql`i.created_at`, sql`i.id`],
    isNewestFirst: true,
    cursorOf: ({ createdAt, id }: contract.IssuedInvitation) => ({ at: createdAt, id }),
  }
  return pagedList(on, list, page)
}

/** The code of an invitation nobody came by yet is another from now on, good until `expiresAt`. */
export async function replaceCode(
  on: Sql,
  { id, codeHash, expiresAt }: { id: string; codeHash: Buffer; expiresAt: Date },
): Promise<boolean> {
  const replaced = await on.run(sql`
    update invitations set code_hash = ${codeHash}, expires_at = ${expiresAt.toISOString()}
    where id = ${id} and uses = 0 and revoked_at is null`)
  return replaced > 0
}

/** Those of the club's own that somebody issued, by the audit log; answers how many it was. Also those used up: a use may be given back. */
export const revokeAllIssued = (on: Sql, userId: string, now: Date): Promise<number> =>
  on.run(sql`
    update invitations i set revoked_at = ${now.toISOString()}
    where i.inviter_id is null and i.revoked_at is null
      and i.expires_at > ${now.toISOString()} and i.id in (
        select (a.details ->> 'invitation')::uuid from audit a
        where a.actor_id = ${userId} and a.action = 'invitation_issued')`)

/** Unless somebody came by it. */
export async function deleteUnused(on: Sql, id: string): Promise<void> {
  await on.run(sql`delete from invitations where id = ${id} and uses = 0`)
}

type Branch = AnswerOf<typeof contract.getBranch>['members']

/**
 * A member and everybody who came by their invitations, directly or not, nearest first. It ends: only
 * admitted members invite, and nobody is admitted twice. Hidden members are left out; those who came by
 * them keep their place in the tree.
 */
export const listBranch = (
  on: Sql,
  { userId, limit, now }: { userId: string; limit: number; now: Date },
): Promise<Branch> =>
  on.rows<Branch[number]>(sql`
    with recursive branch (user_id, depth, invited_by) as (
      select p.id, 0, (select i.inviter_id from invitation_uses t
        join invitations i on i.id = t.invitation_id where t.user_id = p.id)
      from profiles p where p.id = ${userId} and not p.is_hidden
      union all
      select t.user_id, b.depth + 1, case when p.is_hidden then b.invited_by else b.user_id end
      from branch b
      join profiles p on p.id = b.user_id
      join invitations i on i.inviter_id = b.user_id
      join invitation_uses t on t.invitation_id = i.id)
    select u.id, p.username, b.invited_by, u.created_at as joined_at,
      ${isSuspended(sql`u`, now)} as is_suspended
    from branch b
    join users u on u.id = b.user_id
    join profiles p on p.id = b.user_id
    where not p.is_hidden
    order by b.depth, u.created_at, u.id limit ${limit}`)
