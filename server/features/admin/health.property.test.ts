import { expect, test } from 'vitest'
import { getHealth } from '#contract/admin/admin.ts'
import { berlinDay } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'
import { sql } from '#server/platform/database/database.ts'
import { DAY_MS, HOUR_MS } from '#server/platform/lists/calendar.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import fc, { tries } from '#testing/property.ts'
import { uuid } from '#testing/random.ts'
import { reportsPerThousand, hideSmallCount } from './health.policy.ts'
import { keepWeeks } from './health.service.ts'

type Person = { id: string; came: Date; letIn: Date | null; isDemo: boolean; posts: Date[] }
/** What happened, and who is still there: by that alone a week is counted here. */
type World = { people: Person[]; reports: Date[]; number: number }

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
/** The Monday in Berlin of the week in which something was. */
function mondayOf(at: Date): string {
  const day = berlinDay(at)
  return dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7))
}

function count({ people, reports }: World, week: string) {
  const real = people.filter(({ isDemo }) => !isDemo)
  const isIts = (at: Date | null) => at !== null && mondayOf(at) === week
  const letIn = real.filter((one) => isIts(one.letIn))
  const posts = real.flatMap((one) => one.posts.filter(isIts)).length
  return {
    week,
    newcomers: hideSmallCount(real.filter(({ came }) => isIts(came)).length),
    admitted: hideSmallCount(letIn.length),
    firstPost: hideSmallCount(
      letIn.filter((one) =>
        one.posts.some((at) => at >= one.letIn! && +at < +one.letIn! + 24 * HOUR_MS),
      ).length,
    ),
    returning: hideSmallCount(
      real.filter((one) => one.posts.some(isIts) && one.posts.some((at) => mondayOf(at) < week))
        .length,
    ),
    posts: hideSmallCount(posts),
    reports: reportsPerThousand(reports.filter(isIts).length, posts),
  }
}

const acts: Record<string, (club: Club, world: World, many: number) => Promise<void>> = {
  async arrive(club, { people }, many) {
    for (let n = 0; n < many; n += 1) {
      const { userId } = await club.member()
      const came = club.app.now()
      people.push({ id: userId, came, letIn: came, isDemo: false, posts: [] })
    }
  },
  async wait(club, { people }, many) {
    for (let n = 0; n < many; n += 1) {
      const { userId } = await club.member({ isAdmitted: false })
      people.push({ id: userId, came: club.app.now(), letIn: null, isDemo: false, posts: [] })
    }
  },
  async admit(club, { people }, many) {
    const lucky = people.filter(({ letIn }) => letIn === null).slice(0, many)
    for (const one of lucky) one.letIn = club.app.now()
    await club.db.run(sql`update users set admitted_at = ${club.app.now().toISOString()}
      where id = any (${lucky.map(({ id }) => id)}::uuid[])`)
  },
  async feign(club, { people }) {
    const one = people.at(-1)
    if (!one) return
    one.isDemo = true
    await club.db.run(sql`update users set is_demo = true where id = ${one.id}`)
  },
  async post(club, world, many) {
    const at = club.app.now()
    const authors = world.people.slice(-many)
    for (const one of authors) one.posts.push(at)
    await club.db.run(sql`
      insert into posts (id, room_id, number, user_id, text, created_at)
      select gen_random_uuid(), (select id from rooms order by created_at, id limit 1), ${world.number}::int + n, author,
        'hello', ${at.toISOString()}
      from unnest(${authors.map(({ id }) => id)}::uuid[]) with ordinality a (author, n)`)
    world.number += many
  },
  async report(club, world, many) {
    for (let n = 0; n < many; n += 1) {
      world.number += 1
      world.reports.push(club.app.now())
      const caseId = uuid()
      const digits = String(world.number).padStart(6, '0')
      await club.db.run(sql`insert into cases (id, number, urgency, opened_at, due_at)
        values (${caseId}, ${`C-2026-${digits}`}, 72, ${club.app.now().toISOString()}, ${club.app.now().toISOString()})`)
      await club.db.run(sql`
        insert into reports (id, number, case_id, target_kind, reason, received_at)
        values (${uuid()}, ${`R-2026-${digits}`}, ${caseId}, 'profile', 'scam', ${club.app.now().toISOString()})`)
    }
  },
  async leave(club, world, many) {
    const gone = world.people.slice(0, many).map(({ id }) => id)
    world.people = world.people.filter(({ id }) => !gone.includes(id))
    await club.db.run(sql`delete from users where id = any (${gone}::uuid[])`)
  },
}

const step = fc.record({
  act: fc.constantFrom(...Object.keys(acts), 'arrive', 'post', 'post', 'post'),
  many: fc.integer({ min: 1, max: 9 }),
  hours: fc.integer({ min: 0, max: 70 }),
  isKept: fc.boolean(),
})

test(
  'what is kept of a week is what was counted when it was over, whatever becomes of it later',
  { timeout: 120_000 },
  async () => {
    // the week in which clocks go back in Berlin is among them
    const BEGINNING = '2026-10-12T09:00:00Z'
    await using club = await openClub({ now: BEGINNING })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 40 }), async (steps) => {
        club.clock.set(BEGINNING)
        for (const table of ['cases', 'users', 'week_figures', 'rooms'])
          await club.db.script(`delete from ${table}`)
        await club.room()
        const world: World = { people: [], reports: [], number: 0 }
        const kept = new Map<string, ReturnType<typeof count>>()
        const look = async (isKept: boolean) => {
          const running = mondayOf(club.app.now())
          const mondays = Array.from({ length: limits.healthWeeks }, (_, n) =>
            dayAfter(running, 7 * (n + 1 - limits.healthWeeks)),
          )
          if (isKept) {
            // two processes at once
            await Promise.all([keepWeeks(club.app), keepWeeks(club.app)])
            for (const week of mondays)
              if (!kept.has(week) && dayAfter(week, 9) <= berlinDay(club.app.now()))
                kept.set(week, count(world, week))
          }
          const admin = await club.member({ isAdmin: true })
          const { cookie } = await club.session(admin)
          const response = await club.call({ cookie }, getHealth, {})
          await club.db.run(sql`delete from users where id = ${admin.userId}`)
          const now = club.app.now()
          // the viewer is a newcomer for that moment
          const watched = {
            ...world,
            people: [
              ...world.people,
              { id: admin.userId, came: now, letIn: now, isDemo: false, posts: [] },
            ],
          }
          expect(response).toMatchObject({
            answer: { weeks: mondays.map((week) => kept.get(week) ?? count(watched, week)) },
          })
        }
        for (const { act, many, hours, isKept } of steps) {
          await acts[act]!(club, world, many)
          club.clock.advance({ hours })
          await look(isKept)
        }
      }),
      { numRuns: tries(40) },
    )
  },
)

test('a number that could be counted on one hand is not even kept', async () => {
  await using club = await openClub({ now: '2026-10-28T12:00:00Z' })
  await acts['arrive']!(club, { people: [], reports: [], number: 0 }, 4)
  club.clock.advance({ days: 14 })
  await keepWeeks(club.app)
  expect(
    await club.db.row(sql`select newcomers, admitted, posts from week_figures
      where week = '2026-10-26'`),
  ).toEqual({ newcomers: null, admitted: null, posts: 0 })
  await expect(
    club.db.run(sql`update week_figures set newcomers = 4 where week = '2026-10-26'`),
  ).rejects.toThrow('week_figures')
})

test('a week is kept two days after its end, and as long as it is shown', async () => {
  // a Monday in Berlin, 23:00 of the Sunday before elsewhere
  await using club = await openClub({ now: '2026-11-01T23:00:00Z' })
  const listKept = async () =>
    (await club.db.rows<{ week: string }>(sql`select week::text from week_figures order by 1`)).map(
      ({ week }) => week,
    )
  await keepWeeks(club.app)
  expect(await listKept()).not.toContain('2026-10-26')
  club.clock.advance({ days: 2 })
  await keepWeeks(club.app)
  expect((await listKept()).at(-1)).toBe('2026-10-26')
  expect(await listKept()).toHaveLength(limits.healthWeeks - 1)
  club.clock.advance({ days: 7 })
  await keepWeeks(club.app)
  expect(await listKept()).toHaveLength(limits.healthWeeks - 1)
  expect((await listKept()).at(-1)).toBe('2026-11-02')
})
