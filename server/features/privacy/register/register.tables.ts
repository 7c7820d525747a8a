// The copy of one's data: which columns of tables for two and their messages, while one may read them.
import { keptStart, rememberedStart, waitingStart } from '#server/features/tables/tables.policy.ts'
import { sql, type Query } from '#server/platform/database/database.ts'
import { mayBeSeen } from '#server/platform/member-rules/visibility.ts'
import {
  excluded,
  nullable,
  observed,
  provided,
  time,
  whole,
  type Register,
} from './register.shape.ts'

/** SQL: when a member got up from a table without being seen, of which nobody else is told. */
const leftSql = (id: Query, userId: string) => sql`
  (select left_at from seats own where own.table_id = ${id} and own.user_id = ${userId})`

/** SQL: whether a table of this id is one a member still knows of, swept away or not yet. */
const isKept = (id: Query, userId: string, now: Date) => sql`
  exists (select from tables k
    cross join lateral (select least(k.ended_at, ${leftSql(sql`k.id`, userId)}) as at) own_end
    where k.id = ${id} and (own_end.at is null or own_end.at > ${keptStart(now)})
    and (k.opened_at is not null or k.created_at > ${waitingStart(now)}))`

/** SQL: a message `t` of a table whose copy a member still has, by somebody who is there for them, and not forgotten. */
const isTheirs = (userId: string, now: Date) => sql`
  ${isKept(sql`t.table_id`, userId, now)}
  and exists (select from seats s where s.table_id = t.table_id and s.user_id = ${userId}
    and s.cleared_at is null)
  and (t.created_at > ${rememberedStart(now)} or (select count(*) from seats s
    where s.table_id = t.table_id and s.forgetting_since is not null) < 2)
  and exists (select from profiles p where p.id = t.user_id
    and (p.id = ${userId}::uuid or (p.is_shown and ${mayBeSeen(userId)})))`

/** Tables for two, and what was said there: by oneself and to one. */
export const tablesRegister = {
  tables: {
    purpose: 'content',
    retentionRules: ['tables', 'tableWaits'],
    whose: (userId, now) => sql`(t.one_id = ${userId} or t.other_id = ${userId})
      and ${isKept(sql`t.id`, userId, now)} and exists (select from seats s where s.table_id = t.id and s.user_id = ${userId}
        and s.cleared_at is null)`,
    order: 'created_at',
    columns: {
      id: observed(),
      one_id: excluded('others'),
      other_id: excluded('others'),
      created_at: observed(time),
      opened_at: observed(nullable(time)),
      ended_at: observed(nullable(time), {
        from: (userId) => sql`least(t.ended_at, ${leftSql(sql`t.id`, userId)})`,
      }),
      key_epoch: excluded('internal'),
      wrapped_key: excluded('secret'),
      last_number: observed(whole, { as: 'number' }),
    },
  },
  seats: {
    purpose: 'content',
    retentionRules: ['tables', 'tableWaits'],
    whose: (userId, now) => sql`t.user_id = ${userId} and ${isKept(sql`t.table_id`, userId, now)}`,
    order: 'sat_at',
    columns: {
      table_id: observed(),
      user_id: excluded('repeated'),
      sat_at: provided(time),
      read_number: observed(whole),
      forgetting_since: provided(nullable(time)),
      cleared_at: observed(nullable(time)),
      left_at: excluded('repeated'),
      pushed_number: excluded('internal'),
    },
  },
  table_refusals: {
    purpose: 'content',
    retentionRules: ['tableWaits'],
    whose: (userId, now) => sql`t.user_id = ${userId} and t.declined_at > ${waitingStart(now)}`,
    order: 'declined_at',
    columns: {
      user_id: excluded('repeated'),
      refused_id: excluded('others'),
      declined_at: provided(time),
    },
  },
  table_messages: {
    purpose: 'content',
    retentionRules: ['tables', 'tableWords'],
    whose: isTheirs,
    order: 'created_at',
    columns: {
      id: observed(undefined, {
        as: 'author',
        from: () => sql`(select p.username from profiles p where p.id = t.user_id)`,
      }),
      table_id: observed(),
      number: observed(whole),
      user_id: excluded('repeated'),
      sealed: provided(nullable(), {
        as: 'text',
        isSealed: true,
        from: () => sql`case when t.sealed is not null then json_build_object('id', t.id,
          'tableId', t.table_id, 'sealed', encode(t.sealed, 'base64'),
          'epoch', (select k.key_epoch from tables k where k.id = t.table_id),
          'wrapped', (select encode(k.wrapped_key, 'base64') from tables k where k.id = t.table_id)) end`,
      }),
      reply_to: excluded('internal'),
      reply_number: observed(nullable(whole)),
      created_at: observed(time),
      edited_at: observed(nullable(time)),
    },
  },
} as const satisfies Register
