import { openDatabase, sql, type Database } from '#server/platform/database/database.ts'
import { memberId } from './filling.ts'

/** How large a club is made. */
type Size = { members: number; posts: number; notices: number }

const SIZES: Record<string, Size> = {
  small: { members: 5_000, posts: 50_000, notices: 50_000 },
  full: { members: 200_000, posts: 10_000_000, notices: 50_000_000 },
}

/** `SIZE`: a name of those above, or members, posts and notices as three numbers. */
export function readSize(said = process.env['SIZE'] ?? 'full'): Size {
  const [members, posts, notices] = said.split(',').map(Number)
  const size = SIZES[said] ?? (members && posts && notices ? { members, posts, notices } : null)
  if (!size) throw new Error(`SIZE is small, full or members,posts,notices; not ${said}`)
  return size
}

/** A room of a few thousand posts among the large ones. */
export const SMALL_ROOM = 1
/** Words by how many posts have them: each, one in twenty, one in a thousand, one in a hundred thousand. */
export const WORDS = ['abend', 'haus', 'quark', 'zebra'] as const

/** A number between 0 and its second, always the same for the same first. */
const drawn = (from: string, below: number) => `(hashint8(${from}) & 2147483647) % ${below}`

/** Indexes of the tables that are filled by the million; what a constraint stands on stays. */
const listIndexes = (db: Database) =>
  db.rows<{ name: string; definition: string }>(sql`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i where i.indrelid in ('posts'::regclass, 'bell_items'::regclass)
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`)

/** A crash meanwhile would lose the club, which is made anew each time. */
async function setDurable(db: Database, isDurable: boolean): Promise<void> {
  for (const setting of ['fsync', 'full_page_writes', 'autovacuum'])
    await db.script(
      isDurable ? `alter system reset ${setting}` : `alter system set ${setting} = off`,
    )
  await db.script('select pg_reload_conf()')
}

/**
 * Grows the filled club: everybody is in room 0, where three posts of four are, spread over two years;
 * the names begin alike for one in thirty. Written as a superuser, past triggers and references.
 */
export async function grow(adminUrl: string, owner: Database, size: Size): Promise<void> {
  const { members, posts, notices } = size
  const url = new URL(adminUrl)
  url.pathname = '/club'
  const db = openDatabase(url.href, { max: 1, statementTimeoutMs: 0 })
  await setDurable(db, false)
  await db.script(`
    set session_replication_role = replica; set synchronous_commit = off;
    set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 0;
    update posts set created_at = now() - interval '740 days' + number * interval '1 second';
    insert into users (id, email, password_hash, email_confirmed_at, admitted_at, created_at)
    select ${memberId('n')}, 'member-' || n || '@bench.invalid', 'x', now(), now() - interval '700 days',
      now() - interval '700 days'
    from generate_series(10000, ${members + 9_999}) n;
    insert into profiles (id, username, username_key, city, birthdate, content_consent_at)
    select ${memberId('n')}, name || n, lower(name) || n, 'Hamburg', '1990-01-01', now()
    from generate_series(10000, ${members + 9_999}) n,
      lateral (select chr(97 + n % 26) || (array['ma ', 'nna ', 'lex '])[1 + n % 3] as name) named;
    insert into room_members (room_id, user_id, created_at, folded_name)
    select md5('room 0')::uuid, p.id, now(), folded(p.username)
    from profiles p join users u on u.id = p.id and u.password_hash = 'x';
    insert into room_reads (room_id, user_id, number, read_at)
    select room_id, user_id, 0, created_at from room_members on conflict do nothing;
    delete from room_count_changes; delete from room_counts;
    insert into room_counts select room_id, count(*), count(*) from room_members group by 1`)
  const indexes = await listIndexes(db)
  for (const { name } of indexes) await db.script(`drop index ${name}`)
  await db.script(`
    insert into posts (id, room_id, number, user_id, text, created_at)
    select md5('post ' || n)::uuid, r.id, r.last_number + row_number() over (partition by r.id order by n),
      ${memberId(`(10000 + ${drawn('n', members)})`)},
      'Ein Abend' || case when hashint8(n + 1) % 20 = 0 then ' im Haus' else '' end
        || case when hashint8(n + 2) % 1000 = 0 then ' mit Quark' else '' end
        || case when hashint8(n + 3) % 100000 = 0 then ' und Zebra' else '' end
        || (select string_agg(' w' || power(${drawn('n * 16 + i', 65_536)} / 65536.0::float8, 3)::int, '')
          from generate_series(1, 9) i),
      now() - interval '700 days' * ((${posts} - n)::float8 / ${posts})
    from generate_series(1, ${posts}) n
    join rooms r on r.id = md5('room ' || case when n % 4 < 3 then 0 else 2 + n % 18 end)::uuid
    order by n;
    update rooms r set last_number = (select max(p.number) from posts p where p.room_id = r.id)
    where exists (select from posts p where p.room_id = r.id)`)
  await db.script(`
    insert into bell_items (id, user_id, kind, actor_id, post_id, room_id, created_at, read_at, pushed_at)
    select gen_random_uuid(), ${memberId(`(10000 + ${drawn('n', members)})`)}, 'wave',
      ${memberId(`(10000 + ${drawn('n + 7', members)})`)},
      md5('post ' || 1 + n % ${posts})::uuid, md5('room 0')::uuid, now() - interval '90 days' * (n::float8 / ${notices}),
      now(), now()
    from generate_series(1, ${notices}) n`)
  for (const { definition } of indexes) await db.script(definition)
  await setDurable(db, true)
  await db.end()
  await owner.script('vacuum analyze')
  await owner.script('checkpoint').catch(() => {})
}
