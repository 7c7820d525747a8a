import { createHash } from 'node:crypto'
import { documentVersions } from '#contract/consent/consentVersions.ts'
import { sql, type Database, type Query, type Sql } from '#server/platform/database/database.ts'
import { hashPassword } from '#server/platform/vault/passwords.ts'

export const MEMBERS = 1_000
export const ROOMS = 20
const POSTS = 100_000
export const PASSWORD = 'correct horse battery'

// everything follows from its number, so that a measuring process can compute it itself
const token = (member: number) =>
  createHash('sha256').update(`session ${member}`).digest('base64url')
export const sessionCookie = (member: number): string => `session=${token(member % MEMBERS)}`
export const memberEmail = (member: number): string => `member-${member}@bench.invalid`
export const roomSlug = (room: number): string => `room-${room}`
/** Rooms the baselines write to: what the club keeps of its own rooms must not be changed behind its back. */
export const baselineSlug = (room: string): string => `'baseline-' || ${room}`
/** SQL for a member's id; `n` is SQL as well. */
export const memberId = (n: string): string => `md5('member ' || ${n})::uuid`

/** Every member is in room 0 and in two more, as many as the free plan allows. */
export const memberRooms = (member: number): number[] => [
  0,
  1 + (member % (ROOMS - 1)),
  1 + ((member + 7) % (ROOMS - 1)),
]

export const listMembers = (room: number): number[] =>
  Array.from({ length: MEMBERS }, (_, member) => member).filter((member) =>
    memberRooms(member).includes(room),
  )

/** As everybody who uses a club has: the terms accepted, and the consent to content given. */
export async function agree(db: Sql, userIds: Query): Promise<void> {
  await db.run(sql`
    insert into user_consents (user_id, consent_version_id, created_at)
    select who.id, v.id, now() from (${userIds}) who (id), consent_versions v
    where v.document = 'terms' and v.version = ${documentVersions.terms}`)
  await db.run(sql`
    insert into consent_ledger (user_id, document, version, is_given, method, at)
    select who.id, v.document, v.version, true, 'checkbox', now()
    from (${userIds}) who (id), consent_versions v
    where (v.document, v.version) in
      (('terms', ${documentVersions.terms}), ('content', ${documentVersions.content}))`)
}

/** Fills a fresh club: members with a session and a password each, rooms, and an evening's posts. */
export async function fill(db: Database): Promise<void> {
  const members = Array.from({ length: MEMBERS }, (_, member) => member)
  const hashes = members.map((member) => createHash('sha256').update(token(member)).digest())
  const inside = members.flatMap((member) =>
    memberRooms(member).map((room) => [room, member] as const),
  )
  const password = await hashPassword(PASSWORD)
  await db.script(`
    delete from rooms;
    insert into rooms (id, slug, name, access_level, created_at)
    select md5('room ' || n)::uuid, 'room-' || n, 'Room ' || n, 'free', now()
    from generate_series(0, ${ROOMS - 1}) n;
    insert into rooms (id, slug, name, access_level, is_active, created_at)
    select md5('baseline ' || n)::uuid, 'baseline-' || n, 'Baseline ' || n, 'free', false, now()
    from generate_series(0, ${ROOMS - 1}) n`)
  await db.run(sql`
    insert into users (id, email, password_hash, email_confirmed_at, admitted_at, created_at)
    select md5('member ' || n)::uuid, 'member-' || n || '@bench.invalid', ${password}, now(), now(), now()
    from generate_series(0, ${MEMBERS - 1}::int) n`)
  await db.run(sql`
    insert into profiles (id, username, username_key, city, birthdate)
    select md5('member ' || n)::uuid, 'Member ' || n, 'member ' || n, 'Hamburg', '1990-01-01'
    from generate_series(0, ${MEMBERS - 1}::int) n`)
  await agree(
    db,
    sql`select md5('member ' || n)::uuid from generate_series(0, ${MEMBERS - 1}::int) n`,
  )
  await db.run(sql`
    insert into sessions (id, user_id, token_hash, token_since, created_at, last_used_at, expires_at)
    select gen_random_uuid(), md5('member ' || (n - 1))::uuid, hash, now(), now(), now(),
      now() + interval '30 days'
    from unnest(${hashes}::bytea[]) with ordinality as t (hash, n)`)
  await db.run(sql`
    insert into room_members (room_id, user_id, created_at)
    select md5('room ' || room)::uuid, md5('member ' || member)::uuid, now()
    from unnest(${inside.map(([room]) => room)}::int[], ${inside.map(([, member]) => member)}::int[])
      as t (room, member)`)
  await db.run(sql`
    insert into posts (id, room_id, number, user_id, text, created_at)
    select gen_random_uuid(), md5('room ' || room)::uuid, n,
      md5('member ' || (n * 7 + room) % ${MEMBERS}::int)::uuid,
      'A post of the usual length, about the evening and what may come of it. ' || n, now()
    from generate_series(0, ${ROOMS - 1}::int) room,
      generate_series(1, ${POSTS / ROOMS}::int) n`)
  await db.run(sql`
    update rooms r set last_number = (select count(*) from posts p where p.room_id = r.id)`)
  await db.script('vacuum analyze')
  await db.script('checkpoint').catch(() => {})
}
