// What would take hours or days to come about, as if it had.
import { sql, type Database } from '#server/platform/database/database.ts'
import type { Member } from './club.ts'

export const writePast = (db: Database) => ({
  /** As if this member had talked there for so many minutes, after so many posts; before anybody else reads on. */
  async evening({ email }: Member, slug: string, minutes: number, after = 0): Promise<void> {
    const room = sql`(select id from rooms where slug = ${slug})`
    await db.run(sql`
      insert into posts (id, room_id, number, user_id, text, created_at)
      select gen_random_uuid(), ${room}, n, (select id from users where email = ${email}),
        'Zwischendurch ' || n, now() - (${after + minutes}::int - n) * interval '1 minute'
      from generate_series(${after + 1}::int, ${after + minutes}::int) n`)
    await db.run(sql`update rooms set last_number = ${after + minutes} where slug = ${slug}`)
  },

  /** As if this member had last been here, and their posts been written, so long ago. */
  async letPass({ email }: Member, hours: number): Promise<void> {
    const ago = sql`make_interval(hours => ${hours})`
    const own = sql`user_id = (select id from users where email = ${email})`
    await db.run(sql`update sessions set token_since = token_since - ${ago},
      last_used_at = last_used_at - ${ago} where ${own}`)
    await db.run(sql`update posts set created_at = created_at - ${ago} where ${own}`)
  },

  /** As if their password had last been typed an hour ago. */
  async letProofLapse({ email }: Member): Promise<void> {
    await db.run(sql`update sessions set proved_at = now() - interval '1 hour'
      where user_id = (select id from users where email = ${email})`)
  },

  /** As if nothing had been done in their session for so long that it is about to end. */
  async letEndSoon({ email }: Member, seconds: number): Promise<void> {
    await db.run(sql`update sessions set expires_at = now() + make_interval(secs => ${seconds})
      where user_id = (select id from users where email = ${email})`)
  },
})
