// Data requests, for the member who made them and for admins, who see the open ones by when they are due.
import type { DataRequest, RequestKind, RequestLine } from '#contract/privacy/dataRequests.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { pagedList, type PageRequest, type PagedList } from '#server/platform/lists/pagedList.ts'
import { urgencyBounds } from './requests.policy.ts'

const columns = sql`r.id, r.number, r.kind, r.text, r.received_at, r.due_at, r.extension_reason,
  r.closed_at, r.answer`

export type NewRequest = {
  id: string
  number: string
  userId: string
  kind: RequestKind
  text: string | null
  receivedAt: Date
  dueAt: Date
  closedAt: Date | null
}

/** Answers false when its id or its number is there already. */
export async function insertRequest(on: Sql, request: NewRequest): Promise<boolean> {
  const { id, number, userId, kind, text, receivedAt, dueAt, closedAt } = request
  const inserted = await on.run(sql`
    insert into data_requests (id, number, user_id, kind, text, received_at, due_at, closed_at)
    values (${id}, ${number}, ${userId}, ${kind}, ${text}, ${receivedAt.toISOString()},
      ${dueAt.toISOString()}, ${closedAt?.toISOString() ?? null})
    on conflict do nothing`)
  return inserted > 0
}

export const findOwn = (on: Sql, id: string, userId: string): Promise<DataRequest | undefined> =>
  on.row<DataRequest>(
    sql`select ${columns} from data_requests r where r.id = ${id} and r.user_id = ${userId}`,
  )

export async function isKnown(on: Sql, id: string): Promise<boolean> {
  return (await on.row(sql`select from data_requests where id = ${id}`)) !== undefined
}

export const listOwn = (on: Sql, userId: string): Promise<DataRequest[]> =>
  on.rows<DataRequest>(sql`
    select ${columns} from data_requests r where r.user_id = ${userId}
    order by r.received_at desc, r.id desc`)

export type DataRequestRow = Omit<RequestLine, 'isUrgent'>

const line = sql`select ${columns}, r.user_id, p.username,
    (u.restricted_at is not null) as is_restricted
  from data_requests r left join users u on u.id = r.user_id left join profiles p on p.id = r.user_id`

export const findLine = (on: Sql, id: string): Promise<DataRequestRow | undefined> =>
  on.row<DataRequestRow>(sql`${line} where r.id = ${id}`)

/** The same, locked: others who act on its member, or decide on it, wait until the transaction ends. */
export async function lockLine(on: Sql, id: string): Promise<DataRequestRow | undefined> {
  await on.run(sql`
    select from users where id = (select user_id from data_requests where id = ${id})
    for no key update`)
  await on.run(sql`select from data_requests where id = ${id} for update`)
  return findLine(on, id)
}

/** Open ones by when they are due; or closed ones, the latest first. */
export function listLines(
  on: Sql,
  { isOpen, ...page }: PageRequest & { isOpen: boolean },
): Promise<PagedList<DataRequestRow>> {
  const list = {
    rows: line,
    where: isOpen ? sql`r.closed_at is null` : sql`r.closed_at is not null`,
    by: [isOpen ? sql`r.due_at` : sql`r.closed_at`, sql`r.id`],
    isNewestFirst: !isOpen,
    cursorOf: ({ closedAt, dueAt, id }: DataRequestRow) => ({ at: closedAt ?? dueAt, id }),
  }
  return pagedList(on, list, page)
}

type Extension = { dueAt: Date; at: Date; reason: string }

/** Once, and only while it is open. */
export async function noteExtension(on: Sql, id: string, to: Extension): Promise<boolean> {
  const noted = await on.run(sql`
    update data_requests set due_at = ${to.dueAt.toISOString()}, extended_at = ${to.at.toISOString()},
      extension_reason = ${to.reason}
    where id = ${id} and closed_at is null and extended_at is null`)
  return noted > 0
}

export async function noteAnswer(
  on: Sql,
  id: string,
  { answer, by, at }: { answer: string; by: string; at: Date },
): Promise<boolean> {
  const noted = await on.run(sql`
    update data_requests set answer = ${answer}, answered_by = ${by}, closed_at = ${at.toISOString()}
    where id = ${id} and closed_at is null`)
  return noted > 0
}

/** SQL: whether a request is urgent now, as `isUrgent` says. */
export function isUrgentSql(now: Date): Query {
  const { received, extendedDue } = urgencyBounds(now)
  return sql`(closed_at is null and case when extended_at is null
    then received_at <= ${received.toISOString()} else due_at <= ${extendedDue.toISOString()} end)`
}

/** Marks requests that became urgent as notified, once for each due date; returns how many were newly marked. */
export const takeUrgent = (on: Sql, now: Date): Promise<number> =>
  on.run(sql`
    update data_requests set alerted_at = ${now.toISOString()}
    where (alerted_at is null or alerted_at <= extended_at) and ${isUrgentSql(now)}`)
