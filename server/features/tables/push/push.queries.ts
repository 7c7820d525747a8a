import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { areBlocked } from '#server/platform/member-rules/visibility.ts'

type Span = { since: Date; until: Date }

/** SQL: the tables `t` with the seats `s` of members who want pushes about messages. */
const toldOf = sql`
  t.id = s.table_id and t.opened_at is not null and t.ended_at is null and s.left_at is null
    and t.last_number > s.read_number
    and exists (select from notice_settings n where n.user_id = s.user_id and n.pushes_messages)`

/** SQL: a message `m` of the other that the member in seat `s` did not read. */
const isUnread = sql`
  m.table_id = s.table_id and m.number > s.read_number and m.user_id <> s.user_id
    and m.sealed is not null`

/** SQL: whether no push was sent since they read last, and that span has news for a browser that was subscribed by then. */
const isDue = ({ since, until }: Span): Query => sql`
  ${toldOf} and s.pushed_number <= s.read_number and exists (select from table_messages m
    where ${isUnread} and m.created_at > ${since.toISOString()}
      and m.created_at <= ${until.toISOString()}
      and exists (select from push_subscriptions b
        where b.user_id = s.user_id and b.created_at <= m.created_at))`

/** The members to push about messages at a table. */
export const listDue = (on: Sql, span: Span): Promise<{ userId: string }[]> =>
  on.rows(sql`
    select w.user_id from notice_settings w where w.pushes_messages and exists (
      select from seats s, tables t where s.user_id = w.user_id and ${isDue(span)})`)

/** Takes what waits for somebody, so that of several processes only one sends it. */
export const takeTables = (on: Sql, userId: string, span: Span): Promise<{ tableId: string }[]> =>
  on.rows(sql`
    update seats s set pushed_number = t.last_number from tables t
    where s.user_id = ${userId} and ${isDue(span)} returning s.table_id`)

/** Whether there are unread words still, of somebody who is there for them and whom they did not mute. */
export const hasNews = async (on: Sql, tableId: string, userId: string): Promise<boolean> =>
  (await on.row(sql`
    select from seats s, tables t
    where s.table_id = ${tableId} and s.user_id = ${userId} and ${toldOf}
      and exists (select from table_messages m join profiles a on a.id = m.user_id and a.is_shown
        where ${isUnread} and not ${areBlocked(sql`a.id`, sql`s.user_id`)}
          and not is_muted(s.user_id, a.id))`)) !== undefined
