import { countBell, listBell, type BellItem } from '#contract/bell.ts'
import { blockMember } from '#contract/safety.ts'
import { undoWave, wave } from '#contract/waves.ts'
import { sql } from '#server/platform/database.ts'
import { uuid } from '#testing/random.ts'
import type { Club, TestMember } from './club.ts'

type As = { cookie: string }

/** Something somebody wrote in a room, which they need not be in; answers its id. */
export async function insertPost(
  club: Club,
  { userId }: { userId: string },
  { slug }: { slug: string },
  text = 'hello',
): Promise<string> {
  const id = uuid()
  await club.db.run(sql`
    with room as (
      update rooms set last_number = last_number + 1 where slug = ${slug} returning id, last_number)
    insert into posts (id, room_id, number, user_id, text, created_at)
    select ${id}::uuid, id, last_number, ${userId}::uuid, ${text}, ${club.app.now().toISOString()} from room`)
  return id
}

export const waveAt = (club: Club, as: As, postId: string) =>
  club.call(as, wave, { params: { postId } })
export const undoAt = (club: Club, as: As, postId: string) =>
  club.call(as, undoWave, { params: { postId } })

/** What somebody's bell shows, newest first. */
export async function bellOf(club: Club, as: As): Promise<BellItem[]> {
  const asked = await club.call(as, listBell, { query: {} })
  if (!asked.ok) throw new Error(asked.code)
  return asked.answer.items
}

export async function unreadFor(club: Club, as: As): Promise<number> {
  const asked = await club.call(as, countBell, {})
  if (!asked.ok) throw new Error(asked.code)
  return asked.answer.unread
}

export async function block(club: Club, one: TestMember, other: TestMember): Promise<void> {
  const asked = await club.call(one, blockMember, { params: { memberId: other.userId } })
  if (!asked.ok) throw new Error(asked.code)
}
