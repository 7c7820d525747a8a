import fc from '#testing/property.ts'
import { expect, test } from 'vitest'
import { signUp } from '#contract/admission/signup.ts'
import { computeAge, birthdateProblem, parseGermanDate } from '#contract/admission/birthdate.ts'
import { berlinDay } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub } from '#testing/club/club.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'

const RUNS = 2000

const german = (day: string) => day.split('-').reverse().join('.')
/** The day so many years and days after another; 29 February becomes 1 March where there is none. */
function later(day: string, years: number, days = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year + years, month - 1, date + days)).toISOString().slice(0, 10)
}

/** Moments around which clocks and calendars disagree: midnight in Berlin, and the days clocks change. */
const moments = fc
  .record({
    day: fc.oneof(
      fc.integer({ min: Date.UTC(1995, 0), max: Date.UTC(2090, 0) }),
      fc
        .constantFrom(
          '2024-02-29',
          '2026-02-28',
          '2026-03-01',
          '2026-03-29',
          '2026-10-25',
          '2100-02-28',
        )
        .map(Date.parse),
    ),
    hour: fc.constantFrom(0, 1, 2, 21, 22, 23),
    second: fc.constantFrom(-1, 0, 1, 1800, 3599),
  })
  .map(
    ({ day, hour, second }) =>
      new Date(Math.floor(day / DAY_MS) * DAY_MS + hour * 3_600_000 + second * 1000),
  )

/** A moment, and somebody born anywhen, mostly on a day on which something begins or ends for them. */
const people = moments.chain((now) =>
  fc
    .oneof(
      fc.record({
        years: fc.constantFrom(0, 17, 18, 19, 120, 121),
        days: fc.integer({ min: -2, max: 2 }),
      }),
      fc.record({
        years: fc.integer({ min: -1, max: 125 }),
        days: fc.integer({ min: 0, max: 366 }),
      }),
    )
    .chain(({ years, days }) =>
      fc.constantFrom(
        later(berlinDay(now), -years, days),
        `${Math.floor((now.getUTCFullYear() - years) / 4) * 4}-02-29`,
      ),
    )
    .filter((born) => parseGermanDate(german(born)) === born)
    .map((born) => ({ now, born })),
)

test(
  'who is of age is the same to the contract, to the calendar and to PostgreSQL',
  { timeout: 60_000 },
  async () => {
    await using club = await openClub()
    const asked = fc.sample(people, { numRuns: RUNS })
    const known = await club.db.rows<{ today: string; age: number; isBorn: boolean }>(sql`
    select today, extract(year from age(today, born))::int as age, born <= today as is_born
    from unnest(${asked.map(({ now }) => now.toISOString())}::timestamptz[],
      ${asked.map(({ born }) => born)}::date[]) with ordinality as a (at, born, turn),
      lateral (select (at at time zone 'Europe/Berlin')::date as today) t
    order by turn`)
    expect(known.length).toBe(RUNS)
    const seen = new Set<string | null>()
    asked.forEach(({ now, born }, at) => {
      const label = `${born} at ${now.toISOString()}`
      const { today, age, isBorn } = known[at]!
      expect(berlinDay(now), label).toBe(today)
      if (isBorn) expect(computeAge(born, today), label).toBe(age)

      const isAdult = later(born, limits.minimumAge) <= today
      const isTooOld = later(born, limits.maximumAge + 1) <= today
      const expected =
        born > today || isTooOld ? 'birthdate_invalid' : isAdult ? null : 'birthdate_underage'
      expect(birthdateProblem(german(born), now), label).toBe(expected)
      if (isBorn) expect(age >= limits.minimumAge, label).toBe(isAdult)
      seen.add(expected)
    })
    expect(seen).toEqual(new Set(['birthdate_invalid', 'birthdate_underage', null]))
  },
)

test('only days that exist are birthdates', () => {
  const days = fc.tuple(fc.nat(40), fc.nat(20), fc.integer({ min: 1, max: 9999 }))
  fc.assert(
    fc.property(days, ([day, month, year]) => {
      const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
      const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      const [dd, mm] = [day, month].map((part) => String(part).padStart(2, '0'))
      const yyyy = String(year).padStart(4, '0')
      const exists = day >= 1 && day <= (lengths[month - 1] ?? 0)
      expect(parseGermanDate(`${dd}.${mm}.${yyyy}`)).toBe(exists ? `${yyyy}-${mm}-${dd}` : null)
    }),
    { numRuns: RUNS },
  )
})

/** Midnight in Berlin as the club's clock has it, in winter and in summer. */
const MIDNIGHTS = {
  '2026-11-21': '2026-11-20T23:00:00Z',
  '2026-07-01': '2026-06-30T22:00:00Z',
  '2026-03-30': '2026-03-29T22:00:00Z',
  '2026-10-26': '2026-10-25T23:00:00Z',
  '2026-01-01': '2025-12-31T23:00:00Z',
}

test.each(Object.entries(MIDNIGHTS))(
  'the door opens with the first second of the 18th birthday, %s in Berlin, and closes with the 121st',
  async (today, midnight) => {
    await using club = await openClub({ now: midnight, config: { limitsFactor: 1000 } })
    const answerTo = async (birthdate: string) => {
      // a password everybody knows: nothing else is left to refuse
      const { body } = newcomer({ birthdate: german(birthdate), password: 'password' })
      const answer = await club.call(null, signUp, { body })
      if (answer.ok) throw new Error('signed up')
      return answer.body.errors?.map(({ message }) => message).join() ?? answer.code
    }
    const oldest = limits.maximumAge + 1
    const born = (years: number) => later(today, -years)
    for (const [now, adult, old] of [
      [midnight, 'weak_password', 'birthdate_invalid'],
      [new Date(Date.parse(midnight) - 1000), 'birthdate_underage', 'weak_password'],
    ] as const) {
      club.clock.set(now)
      expect(await answerTo(born(limits.minimumAge))).toBe(adult)
      expect(await answerTo(later(born(limits.minimumAge), 0, 1))).toBe('birthdate_underage')
      expect(await answerTo(later(born(limits.minimumAge), 0, -1))).toBe('weak_password')
      expect(await answerTo(born(oldest))).toBe(old)
      expect(await answerTo(later(born(oldest), 0, 1))).toBe('weak_password')
      expect(await answerTo(later(today, 0, 1))).toBe('birthdate_invalid')
    }
    // nobody who was refused has left a trace
    expect(await club.db.rows(sql`select from profiles`)).toEqual([])
  },
)

test.each([
  ['29.02.2008', '2026-02-28T22:59:59Z', 'birthdate_underage'],
  ['29.02.2008', '2026-02-28T23:00:00Z', 'weak_password'],
  ['28.02.2010', '2028-02-27T22:59:59Z', 'birthdate_underage'],
  ['28.02.2010', '2028-02-27T23:00:00Z', 'weak_password'],
  ['01.03.2010', '2028-02-29T22:59:59Z', 'birthdate_underage'],
  ['01.03.2010', '2028-02-29T23:00:00Z', 'weak_password'],
])('around leap days: born on %s, at %s one is answered %s', async (birthdate, now, expected) => {
  await using club = await openClub({ now })
  const { body } = newcomer({ birthdate, password: 'password' })
  const answer = await club.call(null, signUp, { body })
  if (answer.ok) throw new Error('signed up')
  expect(answer.body.errors?.[0]?.message ?? answer.code).toBe(expected)
})
