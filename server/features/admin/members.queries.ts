import type { MemberLine } from '#contract/admin/members.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { nameStartsWithSql } from '#server/platform/lists/names.ts'
import { listPage, type ListPage } from '#server/platform/lists/pagedList.ts'
import { isSuspended } from '#server/platform/member-rules/accounts.ts'
import { isFound } from '#server/platform/member-rules/staff.ts'

export type MemberForAdmins = { now: Date; mustConfirm: boolean }

const lines = ({ now, mustConfirm }: MemberForAdmins) => sql`
  select p.id, p.username, u.created_at as since, p.verification_status,
    case when ${isSuspended(sql`u`, now)} then 'suspended'
      when u.email_confirmed_at is null and ${mustConfirm}::boolean then 'unconfirmed'
      when u.admitted_at is null then 'waiting' else 'member' end as standing,
    array(select r.role from user_roles r where r.user_id = p.id order by r.role) as roles
  from profiles p join users u on u.id = p.id`

/** The name, as `usernameKey` writes it, and the id of the line a page follows. */
export type After = { key: string; id: string } | null

type Search = {
  /** What was typed, where it may be the whole of an address, in the form addresses are kept in. */
  email: string | null
  /** The beginning of a name, as somebody typed it; null where nothing was. */
  starts: string | null
  after: After
  limit: number
}

export const listLines = (
  on: Sql,
  seen: MemberForAdmins,
  { email, starts, after, limit }: Search,
): Promise<ListPage<MemberLine>> => {
  // each by its own index: one condition for both would read everybody
  const found: Query =
    starts === null
      ? sql`exists (select from user_roles r where r.user_id = p.id)`
      : email === null
        ? nameStartsWithSql(sql`p.username`, starts)
        : sql`p.id in (select id from users where email = ${email} union all
            select n.id from profiles n where ${nameStartsWithSql(sql`n.username`, starts)})`
  const list = {
    rows: lines(seen),
    where: sql`${isFound} and ${found}`,
    by: [sql`p.username_key`, sql`p.id`],
    isNewestFirst: false,
  }
  const from = after && sql`(${after.key}, ${after.id}::uuid)`
  return listPage(on, list, { from, limit })
}

export const findLine = (
  on: Sql,
  seen: MemberForAdmins,
  id: string,
): Promise<MemberLine | undefined> =>
  on.row<MemberLine>(sql`${lines(seen)} where ${isFound} and p.id = ${id}`)

export async function countRooms(on: Sql, userId: string): Promise<number> {
  const row = await on.row<{ count: number }>(sql`
    select count(*)::integer as count from room_members m join rooms r on r.id = m.room_id
    where m.user_id = ${userId} and m.dormant_at is null and r.is_active`)
  return row?.count ?? 0
}

// What the house says of the desk's cases and statements: numbers, and nothing of what is in them.

/** How many statements of reasons a member was given, without those about their reports of the viewer. */
export async function countStatements(
  on: Sql,
  { userId, viewerId }: { userId: string; viewerId: string },
): Promise<number> {
  const row = await on.row<{ count: number }>(sql`
    select count(*)::int as count from statements s where s.user_id = ${userId}
      and (s.user_id = ${viewerId} or not exists (select from cases c
        where c.id = s.case_id and c.user_id = ${viewerId}))`)
  return row?.count ?? 0
}
