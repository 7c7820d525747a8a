import { codes } from '#contract/errors.ts'
import type { StaffRole } from '#contract/roles.ts'
import { empty, sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { Refusal } from '#server/platform/process/refusal.ts'
import { isSuspended } from './accounts.ts'

/** SQL: what somebody is to the club beside a member, null for most; an admin is a moderator, too. */
export const staffRole = (userId: Query): Query =>
  sql`(select min(role) from user_roles where user_id = ${userId})`

/** What somebody is to the club beside a member. */
export async function listRoles(on: Sql, userId: string): Promise<StaffRole[]> {
  const rows = await on.rows<{ role: StaffRole }>(
    sql`select role from user_roles where user_id = ${userId} order by role`,
  )
  return rows.map(({ role }) => role)
}

type Which = { onlyAdmins?: boolean }

/** SQL: the ids of the staff who can act, each once: not those who are suspended or leaving. */
export const activeStaffSql = (now: Date, { onlyAdmins = false }: Which = {}): Query => sql`
  select r.user_id as id from user_roles r join users u on u.id = r.user_id
  where not ${isSuspended(sql`u`, now)}
    and not exists (select from account_deletions d where d.user_id = u.id)
    ${onlyAdmins ? sql`and r.role = 'admin'` : empty}
  group by r.user_id`

export async function listActiveStaff(on: Sql, now: Date, which: Which = {}): Promise<string[]> {
  const rows = await on.rows<{ id: string }>(sql`${activeStaffSql(now, which)} order by r.user_id`)
  return rows.map(({ id }) => id)
}

/** Whether this is one of them: a mail to the staff may wait longer than its reader stays one. */
export async function isActing(
  on: Sql,
  now: Date,
  { userId, ...which }: Which & { userId: string },
): Promise<boolean> {
  return (
    (await on.row(sql`select from (${activeStaffSql(now, which)}) a where a.id = ${userId}`)) !==
    undefined
  )
}

export const listAdmins = (on: Sql, now: Date): Promise<string[]> =>
  listActiveStaff(on, now, { onlyAdmins: true })

/** Whether this is an admin who can act, and nobody else is. */
export const isLastAdmin = (admins: readonly string[], userId: string): boolean =>
  admins.length > 0 && admins.every((id) => id === userId)

/**
 * Refuses a viewer who is no longer staff, or no longer an admin where one is needed: while their decision
 * waited for a lock, another admin may have taken their role.
 */
export async function requireRole(
  tx: Sql,
  { userId }: { userId: string },
  { onlyAdmins = false }: Which = {},
): Promise<void> {
  const roles = await listRoles(tx, userId)
  if (!roles.some((role) => role === 'admin' || !onlyAdmins)) throw new Refusal(codes.forbidden)
}

/** The admins who can act, who stay admins until the transaction ends. */
export async function lockAdmins(on: Sql, now: Date): Promise<string[]> {
  await on.run(sql`
    select from user_roles where role = 'admin' order by user_id for update`)
  return listAdmins(on, now)
}

/**
 * SQL: whether a member `p` is found: not who hides or leaves, or whose data may not be used (Art. 17,
 * 18 GDPR), unless they work for the club: nobody keeps a role by that.
 */
export const isFound: Query = sql`(not p.is_hidden
  or exists (select from user_roles r where r.user_id = p.id))`
