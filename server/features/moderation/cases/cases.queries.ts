// Cases as staff find them, open ones by urgency and decided ones by time; never one about the reader.
import type { CaseFile, CaseLine, DecisionKind } from '#contract/moderation/cases.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import type { Cursor } from '#server/platform/lists/cursor.ts'
import { pagedList, type ListPage, type PagedList } from '#server/platform/lists/pagedList.ts'
import { activeStaffSql } from '#server/platform/member-rules/staff.ts'
import { isWaitingSql } from './handovers.queries.ts'

type NewCase = {
  id: string
  userId: string | null
  hours: 1 | 4 | 72
  isTrusted: boolean
  openedAt: Date
  dueAt: Date
}
/** How urgent it was before what comes to it now. */
type Open = { id: string; hours: number }

/**
 * The open case of a member, made if there is none: reports at the same time get the same one. It is
 * locked, so nobody decides it until the transaction ends. Null when the number is taken.
 */
export async function openCase(on: Sql, one: NewCase, number: string): Promise<Open | null> {
  const row = await on.row<Open>(sql`
    insert into cases (id, number, user_id, urgency, is_trusted, opened_at, due_at)
    select ${one.id}, ${number}, ${one.userId}::uuid, ${one.hours}::int, ${one.isTrusted}::boolean,
      ${one.openedAt.toISOString()}::timestamptz, ${one.dueAt.toISOString()}::timestamptz
    where not exists (select from cases where number = ${number})
    on conflict (user_id) where decided_at is null and user_id is not null
      do update set urgency = cases.urgency
    returning id, urgency as hours`)
  return row ?? null
}

type Urgent = Pick<NewCase, 'hours' | 'isTrusted' | 'dueAt'>

/** As urgent as what comes to it; what is due sooner is reminded of again. */
export async function raiseUrgency(on: Sql, id: string, one: Urgent): Promise<void> {
  const dueAt = sql`${one.dueAt.toISOString()}::timestamptz`
  await on.run(sql`
    update cases set urgency = least(urgency, ${one.hours}::int),
      is_trusted = is_trusted or ${one.isTrusted}::boolean, due_at = least(due_at, ${dueAt}),
      alerted_at = case when ${dueAt} < due_at then null else alerted_at end
    where id = ${id}`)
}

/** It waits for something else by now, which is due later; staff are notified again when that is over. */
export async function postpone(
  on: Sql,
  id: string,
  { hours, dueAt }: Pick<NewCase, 'hours' | 'dueAt'>,
): Promise<void> {
  await on.run(sql`
    update cases set urgency = ${hours}, due_at = ${dueAt.toISOString()}, alerted_at = null
    where id = ${id}`)
}

export type CaseRow = Omit<CaseLine, 'urgency' | 'isOverdue' | 'state'> & {
  userId: string | null
  hours: number
}
/** With what names all that bears on its decision. */
type FoundCase = CaseRow & Pick<CaseFile, 'version'>

const version = sql`md5(concat_ws(' ', c.user_id,
  (select string_agg(r.id::text, ' ' order by r.id) from reports r where r.case_id = c.id), '-',
  (select string_agg(e.id::text, ' ' order by e.id) from evidence e where e.case_id = c.id), '-',
  (select concat_ws(' ', g.id, g.upheld_at is not null) from age_checks g
    where g.user_id = c.user_id and g.decided_at is null)))`

const selectLines = (more: Query) => sql`
  select ${more} c.id, c.number, c.user_id, c.urgency as hours, c.opened_at, c.due_at, c.is_trusted,
    c.decided_at, p.username,
    array(select distinct r.target_kind from reports r
      where r.case_id = c.id and r.target_kind is not null order by 1) as targets,
    array(select r.reason from reports r where r.case_id = c.id
      union select 'minor' from age_checks g where g.case_id = c.id order by 1) as reasons,
    (select case when g.upheld_at is null then 'suspected' else 'asked' end from age_checks g
      where g.user_id = c.user_id and g.decided_at is null and c.decided_at is null) as age,
    (select count(*) from reports r where r.case_id = c.id) as reports,
    (select d.kind from case_decisions d where d.case_id = c.id order by d.turn desc limit 1)
      as decision,
    exists (select from handovers h where h.case_id = c.id and ${isWaitingSql})
      as awaits_second
  from cases c left join profiles p on p.id = c.user_id`
const lines = selectLines(sql``)

/** Nobody finds a case about themselves. */
const isOfOthersSql = (viewerId: string) => sql`c.user_id is distinct from ${viewerId}::uuid`

export const findCase = (on: Sql, id: string, viewerId: string): Promise<FoundCase | undefined> =>
  on.row<FoundCase>(
    sql`${selectLines(sql`${version} as version,`)} where c.id = ${id} and ${isOfOthersSql(viewerId)}`,
  )

/** Where a page of open cases ended: an open case may go into another, or become more urgent. */
export type QueuePlace = Cursor & { hours: number; isTrusted: boolean }
type CasesPageRequest<After> = { after: After; limit: number; viewerId: string }

/** What is urgent first, trusted flaggers first among equals, then the oldest. */
export async function listOpenCases(
  on: Sql,
  { after, limit, viewerId }: CasesPageRequest<QueuePlace | null>,
): Promise<ListPage<CaseRow>> {
  const rest: Query = after
    ? sql`and (c.urgency, not c.is_trusted, c.opened_at, c.id) >
        (${after.hours}, not ${after.isTrusted}::boolean, ${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``
  // ordered as the index is, which `listPage` would not do
  const found = await on.rows<CaseRow>(sql`
    ${lines} where c.decided_at is null and ${isOfOthersSql(viewerId)} ${rest}
    order by c.urgency, c.is_trusted desc, c.opened_at, c.id limit ${limit + 1}`)
  return { lines: found.slice(0, limit), hasMore: found.length > limit }
}

/** The latest first. */
export function listDecidedCases(
  on: Sql,
  { viewerId, ...page }: CasesPageRequest<string | undefined>,
): Promise<PagedList<CaseRow>> {
  const list = {
    rows: lines,
    where: sql`c.decided_at is not null and ${isOfOthersSql(viewerId)}`,
    by: [sql`c.decided_at`, sql`c.id`],
    isNewestFirst: true,
    cursorOf: ({ decidedAt, openedAt, id }: CaseRow) => ({ at: decidedAt ?? openedAt, id }),
  }
  return pagedList(on, list, page)
}

type Counts = { open: number; overdue: number; appeals: number; admins: number }

/** What waits for somebody of the staff: nothing about themselves, no appeal of their own. */
export async function countDesk(on: Sql, viewerId: string, now: Date): Promise<Counts> {
  const row = await on.row<Counts>(sql`
    select count(*) as open, count(*) filter (where c.due_at <= ${now.toISOString()}) as overdue,
      (select count(*) from appeals a
        left join statements s on s.id = a.statement_id
        left join reports r on r.id = a.report_id
        left join cases c on c.id = coalesce(s.case_id, r.case_id)
        where a.decided_at is null and ${isOfOthersSql(viewerId)}
          and a.user_id is distinct from ${viewerId}::uuid) as appeals,
      (select count(*) from (${activeStaffSql(now, { onlyAdmins: true })}) acting) as admins
    from cases c where c.decided_at is null and ${isOfOthersSql(viewerId)}`)
  return row!
}

/** Of two deciders one decides: false for the other. */
export async function closeCase(on: Sql, id: string, at: Date): Promise<boolean> {
  const closed = await on.run(
    sql`update cases set decided_at = ${at.toISOString()} where id = ${id} and decided_at is null`,
  )
  return closed > 0
}

/** Open again, unless its member has another that is open: then it says which. */
export async function reopenCase(on: Sql, id: string, dueAt: Date): Promise<string | null> {
  const other = await on.row<{ id: string }>(sql`
    select o.id from cases c join cases o on o.user_id = c.user_id and o.decided_at is null
    where c.id = ${id} and o.id <> c.id for update of o`)
  if (other) return other.id
  await on.run(sql`
    update cases set decided_at = null, alerted_at = null, due_at = ${dueAt.toISOString()}
    where id = ${id}`)
  return null
}

/** It stays until the transaction ends; false when it went into another. */
export const holdCase = async (on: Sql, id: string): Promise<boolean> =>
  (await on.row(sql`select from cases where id = ${id} for key share`)) !== undefined

/** Nobody else decides or names it until the transaction ends; false when somebody has. */
export async function lockUnnamed(on: Sql, id: string): Promise<boolean> {
  const row = await on.row(sql`
    select from cases where id = ${id} and user_id is null and decided_at is null for update`)
  return row !== undefined
}

/** Whom a notice speaks of. */
export async function nameCase(on: Sql, id: string, userId: string): Promise<void> {
  await on.run(sql`update cases set user_id = ${userId} where id = ${id}`)
}

export const findOpenCase = (on: Sql, userId: string): Promise<{ id: string } | undefined> =>
  on.row(sql`select id from cases where user_id = ${userId} and decided_at is null for update`)

/** What went into another case leaves nothing here. */
export async function deleteCase(on: Sql, id: string): Promise<void> {
  await on.run(sql`delete from cases where id = ${id}`)
}

/** As urgent as what came in from elsewhere; what is due sooner says whether staff were notified. */
export async function inheritUrgency(on: Sql, id: string, from: string): Promise<void> {
  await on.run(sql`
    update cases c set urgency = least(c.urgency, o.urgency), due_at = least(c.due_at, o.due_at),
      is_trusted = c.is_trusted or o.is_trusted,
      alerted_at = case when o.due_at < c.due_at then o.alerted_at else c.alerted_at end
    from cases o where c.id = ${id} and o.id = ${from}`)
}

type NewDecision = {
  id: string
  caseId: string
  kind: DecisionKind
  by: string
  aboutId: string | null
  facts: string | null
  rule: string | null
  endsAt: string | null
  at: Date
}

export async function insertDecision(on: Sql, one: NewDecision): Promise<void> {
  await on.run(sql`
    insert into case_decisions (id, case_id, kind, decided_at, decided_by, about_id, facts, rule, ends_at)
    values (${one.id}, ${one.caseId}, ${one.kind}, ${one.at.toISOString()}, ${one.by},
      ${one.aboutId}, ${one.facts}, ${one.rule}, ${one.endsAt})`)
}
