// Who is a moderator or an admin, and the changes of a role that wait for a second admin.
import type { StaffRole } from '#contract/roles.ts'
import { empty, sql, type Sql } from '#server/platform/database/database.ts'
import { isSuspended } from '#server/platform/member-rules/accounts.ts'
import { isFound } from '#server/platform/member-rules/staff.ts'
import type { ProposedRole, WaitingChange } from './roles.policy.ts'

export const hasRole = async (on: Sql, userId: string, role: StaffRole): Promise<boolean> =>
  (await on.row(sql`select from user_roles where user_id = ${userId} and role = ${role}`)) !==
  undefined

export const isConfirmed = async (on: Sql, userId: string): Promise<boolean> =>
  (await on.row(sql`
    select from users where id = ${userId} and email_confirmed_at is not null`)) !== undefined

/** Whether somebody stays, with data that may be used (Art. 18 GDPR). */
export const isStaying = async (on: Sql, userId: string): Promise<boolean> =>
  (await on.row(sql`
    select from users u where u.id = ${userId} and u.restricted_at is null
      and not exists (select from account_deletions d where d.user_id = u.id)`)) !== undefined

/** Whether nothing keeps somebody out. */
export const isMemberNow = async (on: Sql, userId: string, now: Date): Promise<boolean> =>
  (await on.row(sql`
    select from users u where u.id = ${userId} and not ${isSuspended(sql`u`, now)}`)) !== undefined

export async function insertRole(on: Sql, userId: string, role: StaffRole): Promise<void> {
  await on.run(
    sql`insert into user_roles (user_id, role) values (${userId}, ${role}) on conflict do nothing`,
  )
}

export async function deleteRole(on: Sql, userId: string, role: StaffRole): Promise<void> {
  await on.run(sql`delete from user_roles where user_id = ${userId} and role = ${role}`)
}

/** All of theirs; answers which. */
export async function deleteRoles(on: Sql, userId: string): Promise<StaffRole[]> {
  const rows = await on.rows<{ role: StaffRole }>(
    sql`delete from user_roles where user_id = ${userId} returning role`,
  )
  return rows.map(({ role }) => role)
}

type NewChange = {
  id: string
  userId: string
  role: StaffRole
  isGrant: boolean
  requestedBy: string
  at: Date
  expiresAt: Date
}

/** False when one about this role of theirs waits already. */
export async function insertChange(on: Sql, change: NewChange): Promise<boolean> {
  const inserted = await on.run(sql`
    insert into role_changes (id, user_id, role, is_grant, requested_by, requested_at, expires_at)
    values (${change.id}, ${change.userId}, ${change.role}, ${change.isGrant},
      ${change.requestedBy}, ${change.at.toISOString()}, ${change.expiresAt.toISOString()})
    on conflict (user_id, role) do nothing`)
  return inserted > 0
}

/** Those that wait, the oldest first: all of them, one, or those about a member. */
export const listChanges = (
  on: Sql,
  now: Date,
  { id, userId }: { id?: string; userId?: string } = {},
): Promise<ProposedRole[]> =>
  on.rows<ProposedRole>(sql`
    select c.id, c.user_id, p.username, c.role, c.is_grant, c.requested_by as requested_by_id,
      q.username as requester, c.requested_at, c.expires_at
    from role_changes c join profiles q on q.id = c.requested_by
    join profiles p on p.id = c.user_id
    where c.expires_at > ${now.toISOString()} and ${isFound}
      ${id ? sql`and c.id = ${id}` : empty} ${userId ? sql`and c.user_id = ${userId}` : empty}
    order by c.requested_at, c.id`)

/** Of several who decide about it, one at a time. */
export async function lockChange(on: Sql, id: string): Promise<void> {
  await on.run(sql`select from role_changes where id = ${id} for update`)
}

/** The database refuses a name that does not belong there (`confirmed_by_another`). */
export async function noteConfirmation(on: Sql, id: string, by: string): Promise<void> {
  await on.run(sql`update role_changes set confirmed_by = ${by} where id = ${id}`)
}

export const deleteChange = async (on: Sql, id: string): Promise<boolean> =>
  (await on.run(sql`delete from role_changes where id = ${id}`)) > 0

type Which = { userId: string; role?: StaffRole } | { requestedBy: string }

/** Those about somebody's roles, or one of them, or those somebody asked for; answers them. */
export const takeChanges = (on: Sql, which: Which): Promise<WaitingChange[]> =>
  on.rows<WaitingChange>(sql`
    delete from role_changes
    where ${
      'requestedBy' in which
        ? sql`requested_by = ${which.requestedBy}`
        : sql`user_id = ${which.userId} and role = coalesce(${which.role ?? null}, role)`
    }
    returning id, user_id, role, is_grant, requested_by as requested_by_id`)

/** What nobody confirmed in time. */
export const deleteExpired = (on: Sql, now: Date): Promise<number> =>
  on.run(sql`delete from role_changes where expires_at <= ${now.toISOString()}`)
