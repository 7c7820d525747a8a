import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'

/** They change with nothing, or with a row that is new. */
const FIXED = ['created_at', 'id', 'room_id', 'table_id', 'user_id']

/**
 * What no server process remembers, or what changes only together with a column that is told. A new
 * column of these tables belongs into a trigger's list, or here.
 */
const UNTOLD = {
  bell_items: ['actor_id', 'kind', 'post_id', 'pushed_at', 'reference'],
  // `is_shown` follows from others
  profiles: ['bio', 'birthdate', 'is_shown'],
  // what they repeat of a profile is told with it
  room_members: ['folded_name', 'is_away', 'muted_at'],
  // a number is told with its post
  rooms: ['last_number', 'position'],
  // who sits down is told with the table
  seats: ['pushed_number', 'read_number', 'sat_at'],
  sessions: [
    'expires_at',
    'last_used_at',
    'previous_token_hash',
    'proved_at',
    'rotation_salt',
    'token_hash',
    'token_since',
    'user_agent',
  ],
  tables: ['key_epoch', 'last_number', 'wrapped_key'],
  users: [
    'email_confirmed_at',
    'inactivity_warned',
    'inactivity_warned_on',
    'is_demo',
    'last_seen_on',
    'password_hash',
    'restricted_at',
  ],
  verification_submissions: [
    'consent',
    'consented_at',
    'decided_at',
    'method',
    'review_note',
    'reviewer_id',
  ],
}

/** The triggers by which an update is told to every server process; without columns, an update of any but those its condition leaves out of the row. */
const TELLING = sql`
  select t.tgrelid as table_id, t.tgname as name, t.tgattr::int2[] as columns,
    pg_get_triggerdef(t.oid) as definition,
    coalesce(substring(pg_get_triggerdef(t.oid) from '- ''(\\{.+?\\})''::text\\[\\]'), '{}')::text[] as left_out
  from pg_trigger t join pg_proc p on p.oid = t.tgfoid
  where not t.tgisinternal and t.tgtype & 16 = 16 and p.prosrc like '%tell_club(%'`

test('notice triggers: each column of a table that is told of by columns is told, or known not to be', async () => {
  await using club = await openClub()
  const rows = await club.db.rows<{ name: string; columns: string[] }>(sql`
    with telling as (${TELLING})
    select c.relname as name, array_agg(a.attname::text order by a.attname) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.oid in (select table_id from telling) and a.attname <> all (${FIXED}::text[])
      and not exists (select from telling t where t.table_id = c.oid
        and (cardinality(t.columns) = 0 and a.attname <> all (t.left_out)
          or a.attnum = any (t.columns)))
    group by c.relname`)
  expect(Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))).toEqual(UNTOLD)
})

test('notice triggers: what a trigger lists it also compares', async () => {
  await using club = await openClub()
  const rows = await club.db.rows<{ name: string; columns: string[] }>(sql`
    with telling as (${TELLING})
    select t.name, array_agg(a.attname::text order by a.attname) as columns
    from telling t join pg_attribute a on a.attrelid = t.table_id and a.attnum = any (t.columns)
    where t.definition ~ ' WHEN ' and strpos(t.definition, 'old.*') = 0
      and t.definition !~ ('old\\.' || a.attname || '\\M')
    group by t.name`)
  // which compare `is_shown`, what follows from them
  expect(rows.toSorted((one, other) => one.name.localeCompare(other.name))).toEqual([
    { name: 'profiles_notify_others', columns: ['content_consent_at'] },
    { name: 'profiles_notify_posts', columns: ['content_consent_at', 'is_hidden'] },
  ])
})

test('notices: all of the database are told in one way, which says of which life of it they are', async () => {
  await using club = await openClub()
  const others = sql`select proname from pg_proc
    where pronamespace = 'public'::regnamespace and prosrc like '%pg_notify(%' and proname <> 'tell_club'`
  expect(await club.db.rows(others)).toEqual([])
})
