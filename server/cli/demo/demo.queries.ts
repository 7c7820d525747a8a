// Rows of a demo (accounts, memberships, posts), written and counted by `npm run club -- demo`.
import type { Language } from '#contract/fields.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'

export type DemoAccount = {
  id: string
  email: string
  passwordHash: string
  language: Language
  createdAt: Date
  username: string
  usernameKey: string
  city: string
  bio: string
  birthdate: string
  verifiedAt: Date | null
  subscribedUntil: Date | null
}

export type RoomState = {
  id: string
  slug: string
  accessLevel: string
  lastNumber: number
  newestAt: string | null
}

export type DemoPost = {
  id: string
  roomId: string
  number: number
  userId: string
  text: string
  icebreakerId: string | null
  createdAt: Date
}

/** Keeps everybody from posting, and a second filling from starting, until the transaction ends. */
export async function lockRooms(on: Sql): Promise<void> {
  await on.run(sql`select from rooms order by id for no key update`)
}

/** Stays true only under `lockRooms`. */
export const listOpenRooms = (on: Sql): Promise<RoomState[]> =>
  on.rows<RoomState>(sql`
    select id, slug, access_level, last_number,
      (select max(created_at) from posts where room_id = rooms.id) as newest_at
    from rooms where is_active order by created_at, id`)

export async function countDemo(on: Sql): Promise<{ members: number; posts: number }> {
  const found = await on.row<{ members: number; posts: number }>(sql`
    select (select count(*) from users where is_demo) as members,
      (select count(*) from posts p join users u on u.id = p.user_id where u.is_demo) as posts`)
  return found!
}

/** Which of these keys are somebody's username already. */
export async function keysTaken(on: Sql, keys: string[]): Promise<Set<string>> {
  const rows = await on.rows<{ usernameKey: string }>(
    sql`select username_key from profiles where username_key = any(${keys})`,
  )
  return new Set(rows.map(({ usernameKey }) => usernameKey))
}

/** Adds accounts with their profiles and subscriptions: confirmed, admitted and marked as demo. */
export async function insertAccounts(on: Sql, accounts: DemoAccount[]): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as given (
    id uuid, email text, "passwordHash" text, language text, "createdAt" timestamptz,
    username text, "usernameKey" text, city text, bio text, birthdate date,
    "verifiedAt" timestamptz, "subscribedUntil" timestamptz)`
  await on.run(sql`
    insert into users (id, email, password_hash, language, email_confirmed_at, admitted_at,
      created_at, is_demo)
    select id, email, "passwordHash", language, "createdAt", "createdAt", "createdAt", true
    from ${given}`)
  await on.run(sql`
    insert into profiles (id, username, username_key, city, bio, birthdate,
      verification_status, verification_method, verified_at)
    select id, username, "usernameKey", city, bio, birthdate,
      case when "verifiedAt" is null then 'none' else 'verified' end,
      case when "verifiedAt" is null then 'none' else 'id_manual' end, "verifiedAt"
    from ${given}`)
  await on.run(sql`
    insert into paid_access (user_id, active_until)
    select id, "subscribedUntil" from ${given} where "subscribedUntil" is not null`)
}

type Membership = { roomId: string; userId: string; at: Date }

export async function insertMemberships(on: Sql, memberships: Membership[]): Promise<void> {
  await on.run(sql`
    insert into room_members (room_id, user_id, created_at)
    select "roomId", "userId", at from jsonb_to_recordset(${JSON.stringify(memberships)}::jsonb)
      as given ("roomId" uuid, "userId" uuid, at timestamptz)`)
}

/** Adds posts numbered on from each room's last, and moves the rooms' own counts along. */
export async function insertPosts(on: Sql, posts: DemoPost[]): Promise<void> {
  await on.run(sql`
    insert into posts (id, room_id, number, user_id, text, icebreaker_id, created_at)
    select id, "roomId", number, "userId", text, "icebreakerId", "createdAt"
    from jsonb_to_recordset(${JSON.stringify(posts)}::jsonb) as given (id uuid, "roomId" uuid,
      number bigint, "userId" uuid, text text, "icebreakerId" uuid, "createdAt" timestamptz)`)
  await on.run(sql`
    update rooms r set last_number = newest.number
    from (select room_id, max(number) as number from posts group by room_id) newest
    where newest.room_id = r.id and newest.number > r.last_number`)
}

export async function setDemoPassword(on: Sql, email: string, hash: string): Promise<void> {
  await on.run(sql`
    update users set password_hash = ${hash} where email = ${email} and is_demo`)
}
