import { expect, test } from 'vitest'
import { logIn } from '#contract/accounts/auth.ts'
import { getSession } from '#contract/accounts/session.ts'
import { sql } from '#server/platform/database/database.ts'
import { openBrowser } from '#testing/club/browser.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { isThere } from '#testing/privacy/leaving.ts'
import { restrict } from '#testing/moderation/restricted.ts'
import { subscribeMember } from '#testing/billing/subscribers.ts'
import { inactivityEnd } from './inactivity.policy.ts'
import { keepRetention } from '#server/features/privacy/retention/retention.service.ts'

const NOW = '2026-05-04T12:00:00Z'

const seenOn = (club: Club, { userId }: TestMember, day: string | null) =>
  club.db.run(sql`update users set last_seen_on = ${day} where id = ${userId}`)
/** The daily run of a day at noon; answers the mails about unused accounts there were so far. */
async function dayOf(club: Club, day: string): Promise<[to: string, text: string][]> {
  club.clock.set(`${day}T12:00:00Z`)
  await keepRetention(club.app)
  const mails = await club.mails()
  return mails
    .filter(({ subject }) => subject === 'Your account is not used any more')
    .map(({ to, text }) => [to, text])
}

test('an account nobody uses is warned of 60, 30 and 7 days before, and gone after three years', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  await seenOn(club, mia, '2026-05-04')
  const days = {
    '2029-03-04': 0,
    '2029-03-05': 1,
    '2029-03-06': 1,
    '2029-04-03': 1,
    '2029-04-04': 2,
    '2029-04-26': 2,
    '2029-04-27': 3,
    '2029-05-03': 3,
  }
  for (const [day, warnings] of Object.entries(days)) {
    const mails = await dayOf(club, day)
    expect([day, mails.length]).toEqual([day, warnings])
    for (const [to, text] of mails) {
      expect(to).toBe(mia.email)
      expect(text).toContain('On 4 May 2029 we delete it')
    }
    expect(await isThere(club, mia)).toBe(true)
  }
  await dayOf(club, '2029-05-04')
  expect(await isThere(club, mia)).toBe(false)
  const last = (await club.mails()).at(-1)
  expect([last?.to, last?.subject]).toEqual([mia.email, 'Your account has been deleted'])
})

test('signing in once is enough, and the three years begin again', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  await seenOn(club, mia, '2026-05-04')
  expect(await dayOf(club, '2029-05-03')).toHaveLength(1)
  const { email, password } = mia
  expect(await club.call(null, logIn, { body: { email, password } })).toMatchObject({ ok: true })
  await dayOf(club, '2029-05-10')
  expect(await isThere(club, mia)).toBe(true)
  const row = sql`select last_seen_on, inactivity_warned, inactivity_warned_on from users`
  expect(await club.db.row(row)).toEqual({
    lastSeenOn: '2029-05-03',
    inactivityWarned: 0,
    inactivityWarnedOn: null,
  })
})

test('a visit is written down once a day, and also without a new log-in', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const seen = async () => {
    const found = await club.db.row<{ day: string | null; version: string }>(
      sql`select last_seen_on as day, xmin::text as version from users where id = ${mia.userId}`,
    )
    return found!
  }
  expect((await seen()).day).toBeNull()
  const browser = openBrowser(club, mia.cookie)
  club.clock.advance({ minutes: 10 })
  await browser.call(getSession, {})
  const first = await seen()
  expect(first.day).toBe('2026-05-04')
  club.clock.advance({ hours: 1 })
  await browser.call(getSession, {})
  expect(await seen()).toEqual(first)
  club.clock.advance({ hours: 10 })
  await browser.call(getSession, {})
  // it is past midnight in Berlin
  expect((await seen()).day).toBe('2026-05-05')
})

test('a club that slept through the warnings gives the last one, and a week, first', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  await seenOn(club, mia, '2020-01-01')
  const [mail] = await dayOf(club, '2026-06-01')
  expect(mail?.[1]).toContain('On 8 June 2026 we delete it')
  expect(await dayOf(club, '2026-06-07')).toHaveLength(1)
  expect(await isThere(club, mia)).toBe(true)
  await dayOf(club, '2026-06-08')
  expect(await isThere(club, mia)).toBe(false)
})

test('paying, restricted and demo members are not asked to come back, and leaving ones are not warned', async () => {
  await using club = await openClub({ now: NOW, payments: 'house' })
  const [payer, restricted, demo, nobody] = [
    await club.member(),
    await club.member(),
    await club.member(),
    await club.member(),
  ]
  await subscribeMember(club, payer)
  await restrict(club, restricted)
  await club.db.run(sql`update users set is_demo = true where id = ${demo.userId}`)
  for (const member of [payer, restricted, demo, nobody]) await seenOn(club, member, '2020-01-01')
  expect((await dayOf(club, '2026-05-05')).map(([to]) => to)).toEqual([nobody.email])
  await dayOf(club, '2026-05-20')
  for (const member of [payer, restricted, demo]) expect(await isThere(club, member)).toBe(true)
  expect(await isThere(club, nobody)).toBe(false)
})

test('without a note of any visit it is the day of the sign-up that counts', async () => {
  await using club = await openClub({ now: '2023-05-10T12:00:00Z' })
  await club.member()
  expect(await dayOf(club, '2026-03-10')).toHaveLength(0)
  expect(await dayOf(club, '2026-03-11')).toHaveLength(1)
})

test.each([
  ['2026-05-04', null, '2029-05-04'],
  ['2026-05-04', '2029-04-27', '2029-05-04'],
  ['2026-05-04', '2029-05-30', '2029-06-06'],
  ['2024-02-29', null, '2027-03-01'],
])('seen on %s and told on %s, it ends on %s', (seen, warned, end) => {
  expect(inactivityEnd(seen, warned)).toBe(end)
})

test('several servers warn everybody once', async () => {
  await using club = await openClub({ now: NOW })
  const second = await club.secondServer()
  const members = await Promise.all(Array.from({ length: 4 }, () => club.member()))
  for (const member of members) await seenOn(club, member, '2023-05-20')
  await Promise.all([club.app, second.app].map((app) => keepRetention(app)))
  const recipients = (await club.mails()).map(({ to }) => to)
  expect(recipients.sort()).toEqual(members.map(({ email }) => email).sort())
})
