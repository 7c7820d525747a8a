import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'
import { readEvening } from './rooms.service.ts'
import { icebreakerOfTheDay } from './icebreakers.service.ts'

test('everybody may know today’s question, the open rooms and how much was said; of posts only those of real members', async () => {
  await using club = await openClub({ now: '2026-11-02T12:00:00Z' })
  const [mia, made, gone] = [await club.member(), await club.member(), await club.member()]
  await club.db.run(sql`update users set is_demo = true where id = ${made.userId}`)
  await club.db.run(sql`update rooms set is_active = false where slug = 'loge'`)
  const say = (userId: string, slug: string, daysAgo: number, number: number) =>
    club.db.run(sql`
      insert into posts (id, room_id, number, user_id, text, created_at)
      select gen_random_uuid(), id, ${number}, ${userId}, 'Guten Abend.',
        '2026-11-02T12:00:00Z'::timestamptz - make_interval(days => ${daysAgo})
      from rooms where slug = ${slug}`)
  await say(mia.userId, 'tresen', 8, 1)
  await say(mia.userId, 'tresen', 6, 2)
  await say(made.userId, 'tresen', 1, 3)
  await say(gone.userId, 'salon', 0, 1)
  await say(mia.userId, 'loge', 0, 1)
  const evening = await readEvening(club.app)
  expect(evening.weeksPosts).toBe(2)
  expect(evening.question).toEqual((await icebreakerOfTheDay(club.app))?.question)
  expect(evening.rooms.map(({ name }) => name)).toEqual([
    'Am Tresen',
    'Salon',
    'Dachterrasse',
    'Kaminzimmer',
    'Tanzsaal',
    'Blaue Stunde',
  ])
  expect(Object.keys(evening.rooms[0]!)).toEqual(['name', 'description', 'icon', 'accessLevel'])
  expect(JSON.stringify(evening)).not.toMatch(new RegExp(`Guten Abend|${mia.userId}`))
})
