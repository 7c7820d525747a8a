import { expect, test } from 'vitest'
import { getHealth } from '#contract/admin/admin.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { profileTarget, reportTarget } from '#testing/moderation/cases.ts'
import { uuid } from '#testing/random.ts'
import { keepWeeks } from './health.service.ts'
import { reportsPerThousand, hideSmallCount } from './health.policy.ts'

async function weeksOf(club: Club, admin: TestMember) {
  const { cookie } = await club.session(admin)
  const answer = await club.call({ cookie }, getHealth, {})
  if (!answer.ok) throw new Error(answer.code)
  return answer.answer.weeks
}

async function write(club: Club, authors: TestMember[], room: { id: string }) {
  for (const { userId } of authors)
    await club.db.run(sql`
      with next as (
        update rooms set last_number = last_number + 1 where id = ${room.id} returning last_number)
      insert into posts (id, room_id, number, user_id, text, created_at)
      select ${uuid()}, ${room.id}, last_number, ${userId}, 'hello',
        ${club.app.now().toISOString()} from next`)
}

test('twelve weeks by their Mondays in Berlin, the running one last', async () => {
  // Monday in Berlin already, Sunday still elsewhere
  await using club = await openClub({ now: '2026-11-01T23:30:00Z' })
  const admin = await club.member({ isAdmin: true })
  const weeks = await weeksOf(club, admin)
  expect(weeks).toHaveLength(12)
  expect(weeks[0]?.week).toBe('2026-08-17')
  expect(weeks.at(-1)?.week).toBe('2026-11-02')
})

test('newcomers, the admitted, who wrote within a day, and who came back', async () => {
  await using club = await openClub({ now: '2026-10-20T12:00:00Z' })
  const admin = await club.member({ isAdmin: true })
  const room = await club.room()
  const people = []
  for (let n = 0; n < 7; n += 1) people.push(await club.member())
  await club.member({ isAdmitted: false })
  club.clock.advance({ hours: 23 })
  await write(club, people.slice(0, 5), room)
  club.clock.advance({ hours: 2 })
  // a day and an hour after they came in
  await write(club, people.slice(5), room)
  club.clock.set('2026-10-27T12:00:00Z')
  const late = await club.member()
  await write(club, [...people.slice(0, 6), late], room)
  const [before, running] = (await weeksOf(club, admin)).slice(-2)
  expect(before).toEqual({
    week: '2026-10-19',
    // with the admin, and who waits
    newcomers: 9,
    admitted: 8,
    firstPost: 5,
    returning: 0,
    posts: 7,
    reports: 0,
  })
  // one newcomer is nobody's business
  expect(running).toMatchObject({ newcomers: null, firstPost: null, returning: 6, posts: 7 })
})

test('made-up members of a demo are no people', async () => {
  await using club = await openClub()
  const admin = await club.member({ isAdmin: true })
  for (let n = 0; n < 6; n += 1) await club.member()
  await club.db.run(sql`update users set is_demo = true where id <> ${admin.userId}`)
  expect((await weeksOf(club, admin)).at(-1)).toMatchObject({ newcomers: null, admitted: null })
})

test('numbers of people below five are not shown, nor what follows from them', () => {
  expect([0, 1, 4, 5, 60].map(hideSmallCount)).toEqual([0, null, null, 5, 60])
  expect(reportsPerThousand(0, 2000)).toBe(0)
  expect(reportsPerThousand(4, 2000)).toBeNull()
  expect(reportsPerThousand(5, 2000)).toBe(2.5)
  expect(reportsPerThousand(5, 3)).toBeNull()
})

test('reports of staff are not among those per thousand posts: a reader would learn of one about themselves', async () => {
  await using club = await openClub({ now: '2026-10-20T12:00:00Z' })
  const [admin, moderator] = [
    await club.member({ isAdmin: true }),
    await club.member({ isModerator: true }),
  ]
  const room = await club.room()
  const people = []
  for (let n = 0; n < 5; n += 1) people.push(await club.member())
  await write(club, people, room)
  const reports = async () => (await weeksOf(club, admin)).at(-1)?.reports
  for (const mia of people) await reportTarget(club, mia, profileTarget(admin))
  for (const mia of people) await reportTarget(club, mia, profileTarget(moderator))
  expect(await reports()).toBe(0)
  for (const mia of people.slice(1)) await reportTarget(club, mia, profileTarget(people[0]!))
  expect(await reports()).toBeNull()
  await reportTarget(club, people[0]!, profileTarget(people[1]!))
  expect(await reports()).toBe(1000)
  club.clock.set('2026-11-05T12:00:00Z')
  await keepWeeks(club.app)
  expect((await weeksOf(club, admin)).find(({ week }) => week === '2026-10-19')?.reports).toBe(1000)
})
