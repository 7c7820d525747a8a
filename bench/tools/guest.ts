import { createHash, randomUUID } from 'node:crypto'
import { sql, type Sql } from '#server/platform/database/database.ts'
import { agree } from './filling.ts'

/** Somebody with an id as browsers send them; those the club is filled with have ids made of numbers. */
export type Guest = { cookie: string; memberId: string }

/** A signed-in account that has just typed its password. */
export async function insertGuest(
  db: Sql,
  name: string,
  { isAdmin = false }: { isAdmin?: boolean } = {},
): Promise<Guest> {
  const memberId = randomUUID()
  const token = randomUUID()
  const hash = createHash('sha256').update(token).digest()
  await db.run(sql`
    insert into users (id, email, password_hash, email_confirmed_at, admitted_at, created_at)
    values (${memberId}, ${`${memberId}@bench.invalid`}, '', now(), now(), now())`)
  await db.run(sql`
    insert into profiles (id, username, username_key, birthdate)
    values (${memberId}, ${name}, ${name.toLowerCase()}, '1990-01-01')`)
  await agree(db, sql`select ${memberId}::uuid`)
  if (isAdmin) await db.run(sql`insert into user_roles values (${memberId}, 'admin')`)
  await db.run(sql`
    insert into sessions (id, user_id, token_hash, token_since, created_at, last_used_at, proved_at,
      expires_at)
    values (gen_random_uuid(), ${memberId}, ${hash}, now(), now(), now(), now(),
      now() + interval '30 days')`)
  return { cookie: `session=${token}`, memberId }
}
