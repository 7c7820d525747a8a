import { sql } from '#server/platform/database/database.ts'
import { uuid } from '#testing/random.ts'
import type { Club, TestMember } from '#testing/club/club.ts'

const AT = '2026-10-01T10:00:00.000Z'
const bytes = (length: number) => Buffer.alloc(length, 'canary-secret')

/** A row about the member in every table of hellos and of what rings. */
export async function fillBell(club: Club, mia: TestMember, ben: TestMember): Promise<void> {
  const me = mia.userId
  const queries = [
    sql`insert into waves (post_id, user_id, author_id, created_at)
      select id, ${me}, user_id, ${AT} from posts where user_id = ${ben.userId} limit 1`,
    sql`insert into waves (post_id, user_id, author_id, created_at)
      select id, ${ben.userId}, user_id, ${AT} from posts where user_id = ${me} limit 1`,
    sql`insert into wave_declines values (${me}, ${ben.userId}, ${AT})`,
    sql`insert into bell_items (id, user_id, kind, actor_id, post_id, room_id, created_at, read_at)
      select ${uuid()}, ${me}, 'wave', ${ben.userId}, id, room_id, ${AT}, ${AT}
      from posts where user_id = ${me} limit 1`,
    sql`insert into notice_settings values (${me}, true, true, 21, 9, ${AT})
      on conflict (user_id) do nothing`,
    sql`insert into push_subscriptions
        (id, user_id, session_id, endpoint, public_key, auth_key, created_at)
      select ${uuid()}, user_id, id, 'https://push.example.org/canary-secret', ${bytes(65)},
        ${bytes(16)}, ${AT} from sessions where user_id = ${me} limit 1`,
  ]
  for (const query of queries) await club.db.run(query)
}
