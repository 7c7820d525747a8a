import { sql } from '#server/platform/database/database.ts'
import { sealText } from '#server/features/tables/tables.keys.ts'
import { uuid } from '#testing/random.ts'
import type { Club, TestMember } from '#testing/club/club.ts'

const AT = '2026-10-01T10:00:00.000Z'
const bytes = (length: number) => Buffer.alloc(length, 'canary-secret')

const rung = (userId: string, actor: TestMember) => sql`
  insert into bell_items (id, user_id, kind, actor_id, post_id, room_id, created_at, read_at)
  select ${uuid()}, ${userId}, 'wave', ${actor.userId}, id, room_id, ${AT}, ${AT}
  from posts where user_id = ${userId} limit 1`

/** A row about the member in every table of hellos and of what rings. */
export async function fillBell(club: Club, mia: TestMember, ben: TestMember): Promise<void> {
  const me = mia.userId
  const queries = [
    sql`insert into waves (post_id, user_id, author_id, created_at)
      select id, ${me}, user_id, ${AT} from posts where user_id = ${ben.userId} limit 1`,
    sql`insert into waves (post_id, user_id, author_id, created_at)
      select id, ${ben.userId}, user_id, ${AT} from posts where user_id = ${me} limit 1`,
    sql`insert into wave_declines values (${me}, ${ben.userId}, ${AT})`,
    sql`insert into table_refusals values (${me}, ${ben.userId}, ${club.app.now().toISOString()})`,
    rung(me, ben),
    sql`insert into notice_settings values (${me}, true, true, 21, 9, ${AT}, true)
      on conflict (user_id) do nothing`,
    sql`insert into push_subscriptions
        (id, user_id, session_id, endpoint, public_key, auth_key, created_at)
      select ${uuid()}, user_id, id, 'https://push.example.org/canary-secret', ${bytes(65)},
        ${bytes(16)}, ${AT} from sessions where user_id = ${me} limit 1`,
  ]
  for (const query of queries) await club.db.run(query)
  // who is named in the copy, since they wrote to its subject
  const other = await club.member({ username: 'At a table' })
  await club.db.run(rung(me, other))
  const named = uuid()
  await club.db.run(sql`
    insert into posts (id, room_id, number, user_id, text, created_at)
    select ${named}, room_id, 3, ${other.userId}, 'canary-words of ben', ${AT} from posts
    where user_id = ${me} limit 1`)
  await club.db.run(sql`insert into post_mentions values (${named}, ${me}, 'canary mention')`)
  for (const ending of ['open', 'ended', 'cleared'] as const)
    await sitTogether(club, mia, other, ending)
}

/** A table of both, with a word of each; or one that ended, or of which the first has no copy. */
async function sitTogether(
  club: Club,
  mia: TestMember,
  other: TestMember,
  ending: 'open' | 'ended' | 'cleared',
): Promise<void> {
  const id = uuid()
  const [one, two] = [mia.userId, other.userId].sort()
  const key = await club.app.keys.wrap(bytes(32), club.app.now())
  // what ended long ago, or was refused then, nobody is told of
  const endedAt = ending === 'open' ? null : club.app.now().toISOString()
  await club.db.run(sql`
    insert into tables (id, one_id, other_id, created_at, opened_at, ended_at, key_epoch, wrapped_key,
      last_number)
    values (${id}, ${one}, ${two}, ${AT}, ${AT}, ${endedAt}, ${key.epoch}, ${key.wrapped}, 2)`)
  for (const [index, { userId }] of [mia, other].entries()) {
    const messageId = uuid()
    const sealed = await sealText(club.app, { tableId: id, key }, messageId, 'canary at a table')
    const isMia = userId === mia.userId
    await club.db.run(sql`
      insert into seats (table_id, user_id, sat_at, forgetting_since, cleared_at)
      values (${id}, ${userId}, ${AT}, ${isMia ? AT : null},
        ${isMia && ending === 'cleared' ? AT : null})`)
    await club.db.run(sql`
      insert into table_messages (id, table_id, number, user_id, sealed, reply_number, created_at,
        edited_at)
      values (${messageId}, ${id}, ${index + 1}, ${userId}, ${sealed}, ${index || null}, ${AT}, ${AT})`)
  }
}
