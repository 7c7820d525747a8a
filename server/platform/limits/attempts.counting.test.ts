import { expect, test } from 'vitest'
import { rates, type RateName } from '#contract/limits.ts'
import { sql, type Query } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import {
  attemptsLeft,
  countAttempt,
  countingAttempts,
  forgetExpiredAttempts,
  isSpent,
  isTooSoon,
  markCounted,
  resetRateLimit,
  secondsToSpace,
  secondsToWait,
  spacingAttempts,
  takeBackAttempt,
} from './attempts.ts'

const NOON = '2026-06-15T12:00:00.000Z'
/** Counted together, as posts are. */
const PAIR = ['postPerMinute', 'postPerHour'] as const satisfies RateName[]
const NET = { net: 'logInPerAddress', times: 2 } as const

const nowOf = ({ app }: Club) => sql`${app.now().toISOString()}::timestamptz`
const markOf = async ({ app }: Club, who: string) => sql`${await markCounted(app, who)}::bytea`
const asks = async (club: Club, what: Query) =>
  (await club.db.row<{ told: unknown }>(sql`select ${what} as told`))!.told
const kept = ({ db }: Club) =>
  db.rows<{ action: string; times: Date[]; expiresAt: Date }>(
    sql`select action, times::text[] as times, expires_at from attempts order by action, identifier`,
  )

test('the mark of a counted address is the same in every spelling', async () => {
  await using club = await openClub()
  const { strongbox } = club.app
  const mark = await strongbox.mark('counted attempts', 'mia')
  expect(await markCounted(club.app, 'MIA')).toEqual(mark)
})

const space = async (club: Club, action = 'look', who = 'mia', seconds = 60) => {
  const from = sql`(select ${await markOf(club, who)} as identifier, ${nowOf(club)} as at,
    ${seconds}::int as seconds) one`
  return (await club.db.rows(spacingAttempts(action, from))).length > 0
}

test('two of a kind are so many seconds apart, of one person and in one thing', async () => {
  await using club = await openClub({ now: NOON })
  expect(await space(club)).toBe(true)
  expect(await space(club, 'other')).toBe(true)
  expect(await space(club, 'look', 'ben')).toBe(true)
  club.clock.advance({ seconds: 59 })
  expect(await space(club)).toBe(false)
  club.clock.advance({ seconds: 1 })
  expect(await space(club)).toBe(true)
  expect((await kept(club)).map(({ expiresAt }) => new Date(expiresAt).toISOString())).toEqual(
    expect.arrayContaining(['2026-06-15T12:01:00.000Z', '2026-06-15T12:02:00.000Z']),
  )
  // a clock that was set back keeps nobody waiting until it is there again
  club.clock.advance({ seconds: -60 })
  expect(await space(club)).toBe(false)
  club.clock.advance({ seconds: -1 })
  expect(await space(club)).toBe(true)
})

test('the wait until the next attempt is given to the second, and whether it is too soon', async () => {
  await using club = await openClub({ now: NOON })
  const wait = (action = 'look', identifier = 'mia') =>
    secondsToSpace(club.app, club.db, action, { identifier, seconds: 60 })
  const isSoon = async (action = 'look', who = 'mia') =>
    asks(
      club,
      isTooSoon(action, {
        identifier: await markOf(club, who),
        at: nowOf(club),
        seconds: sql`60::int`,
      }),
    )
  expect([await wait(), await isSoon()]).toEqual([null, false])
  await space(club, 'look', 'ben')
  await space(club, 'other')
  expect([await wait(), await isSoon()]).toEqual([null, false])
  club.clock.advance({ minutes: 10 })
  await space(club)
  expect([await wait('other'), await isSoon('other')]).toEqual([null, false])
  expect([await wait('look', 'ben'), await isSoon('look', 'ben')]).toEqual([null, false])
  const waits: unknown[] = []
  for (const seconds of [0, 59.5, 0.5, -120, -1]) {
    club.clock.advance({ seconds })
    waits.push([await wait(), await isSoon()])
  }
  expect(waits).toEqual([
    [60, true],
    [1, true],
    [null, false],
    [120, true],
    [null, false],
  ])
})

/** Counts as a statement does that has the attempts of several; answers those that were within the rates. */
const count = async (club: Club, who: string, names: readonly RateName[] = PAIR) => {
  const from = sql`(select ${await markOf(club, who)} as identifier, ${nowOf(club)} as at) one`
  return club.db.rows<{ left: number[] }>(sql`
    with counted as (${countingAttempts(club.app, names, from)})
    select ${attemptsLeft(club.app, names, { times: sql`counted.times`, now: nowOf(club) })} as left
    from counted`)
}

test('rates that are counted together are one list of times, kept for the longest, and each holds', async () => {
  await using club = await openClub({ now: NOON, config: { limitsFactor: 2 } })
  const [minute, hour] = PAIR.map((name) => rates[name].max * 2)
  const spent = async (who = 'mia', names: readonly RateName[] = PAIR) =>
    asks(club, isSpent(club.app, names, { identifier: await markOf(club, who), at: nowOf(club) }))
  expect(await spent()).toBe(false)
  expect(await count(club, 'mia')).toEqual([{ left: [minute! - 1, hour! - 1] }])
  for (let n = 1; n < minute!; n += 1) await count(club, 'mia')
  expect(await spent()).toBe(true)
  expect(await count(club, 'mia')).toEqual([])
  expect([await spent('ben'), await spent('mia', ['postPerHour'])]).toEqual([false, false])
  expect(await kept(club)).toMatchObject([{ action: 'postPerMinute+postPerHour' }])
  expect(new Date((await kept(club))[0]!.expiresAt).toISOString()).toBe('2026-06-15T13:00:00.000Z')
  // and the longer one, however slowly it is filled
  for (let n = minute!; n < hour!; n += 1) {
    if (n % minute! === 0) club.clock.advance({ minutes: 1 })
    await count(club, 'mia')
  }
  const wait = (names: readonly ('postPerMinute' | 'postPerHour')[], who = 'mia') =>
    secondsToWait(club.app, club.db, names, who)
  // of two that keep somebody waiting the longer one counts
  expect(await wait(PAIR)).toBe((60 - hour! / minute! + 1) * 60)
  club.clock.advance({ minutes: 2 })
  expect(await count(club, 'mia')).toEqual([])
  expect([await wait(PAIR, 'ben'), await wait(['postPerHour'])]).toEqual([null, null])
})

test('a net has so many times as much as one address, and a time just ahead of now counts', async () => {
  await using club = await openClub({ now: NOON, config: { limitsFactor: 2 } })
  const { max, minutes } = rates[NET.net]
  const most = max * NET.times * 2
  const wait = () => secondsToWait(club.app, club.db, [NET], 'net')
  for (let n = 0; n < most; n += 1) {
    expect(await wait()).toBeNull()
    expect(await countAttempt(club.app, club.db, NET, 'net')).toBeNull()
  }
  expect(await countAttempt(club.app, club.db, NET, 'net')).toBe(minutes * 60)
  expect(await wait()).toBe(minutes * 60)
  club.clock.advance({ minutes: -1 })
  expect(await wait()).toBe(minutes * 60 + 60)
  club.clock.advance({ seconds: -1 })
  expect(await wait()).toBeNull()
})

test('one attempt is taken back, and no other of that time', async () => {
  await using club = await openClub({ now: NOON })
  const at = club.app.now()
  const other = { net: 'resetPerAddress', times: 1 } as const
  const counted = [
    [NET, 'mia'],
    [NET, 'ben'],
    [other, 'mia'],
  ] as const
  for (const seconds of [0, 1, 1]) {
    club.clock.advance({ seconds })
    for (const [net, who] of counted) await countAttempt(club.app, club.db, net, who)
  }
  const before = await kept(club)
  const takeBack = (seconds: number) =>
    takeBackAttempt(club.app, club.db, NET, 'mia', new Date(at.getTime() + seconds * 1000))
  await takeBack(3)
  expect(await kept(club)).toEqual(before)
  await takeBack(1)
  const after = await kept(club)
  const changed = after.filter((_, n) => JSON.stringify(after[n]) !== JSON.stringify(before[n]))
  expect(changed).toHaveLength(1)
  expect(changed[0]).toMatchObject({ action: NET.net })
  const [third, , first] = before[0]!.times
  expect(changed[0]!.times).toEqual([third, first])
})

test('what is forgotten is one person’s in one thing, or over', async () => {
  await using club = await openClub({ now: NOON })
  for (const [name, who] of [
    ['resendPerEmail', 'mia'],
    ['resendPerEmail', 'ben'],
    ['resetPerEmail', 'mia'],
  ] as const)
    await countAttempt(club.app, club.db, name, who)
  await resetRateLimit(club.app, club.db, 'resendPerEmail', 'mia')
  expect((await kept(club)).map(({ action }) => action)).toEqual([
    'resendPerEmail',
    'resetPerEmail',
  ])
  const end = Math.max(rates.resendPerEmail.minutes, rates.resetPerEmail.minutes)
  const forget = (at: Date) => forgetExpiredAttempts(club.db, at)
  const over = new Date(club.app.now().getTime() + end * 60_000)
  await forget(new Date(over.getTime() - 1))
  expect((await kept(club)).length).toBeGreaterThan(0)
  expect(await forget(over)).toBeGreaterThan(0)
  expect(await kept(club)).toEqual([])
})
