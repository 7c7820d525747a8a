import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#server/platform/lists/calendar.ts'
import { retention } from '#contract/privacy/retention.ts'
import { sql, type Query } from '#server/platform/database/database.ts'
import { retentionCutoff } from '#server/platform/limits/retention.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { insertMailed } from '#testing/authorisation/standings.ts'
import { insertStrangersTable } from '#testing/fixtures/tables.ts'
import { countAll, countRule, THINGS } from '#testing/privacy/retention.ts'
import { letters, now, uuid } from '#testing/random.ts'
import { findLongestUnasked, listProofs, listUnasked } from './retention.queries.ts'
import { rulesInForce, type RuleInForce } from './retention.rules.ts'

/** A club that has to confirm addresses, in which no time passes. */
const openStillClub = () => openClub({ now: now(), config: { emailConfirmation: 'required' } })
const marginOf = (rule: RuleInForce) =>
  retention[rule].unit === 'hours' ? HOUR_MS : DAY_MS + HOUR_MS
const longAgo = ({ app }: Club, rule: RuleInForce): Date =>
  new Date(retentionCutoff(rule, app.now()).getTime() - marginOf(rule))
const isoOf = (date: Date) => date.toISOString()

/** Kept to the day, the month or the year, or as long as the database’s own clock says. */
const NOT_TO_THE_MOMENT: ReadonlySet<RuleInForce> = new Set([
  'vouchers',
  'auditLog',
  'inactiveAccounts',
  'consents',
  'declarations',
  'backups',
  'takenAway',
])

test('of two that had their time, one whose time ends now and one that has a day left, three are too many', async () => {
  await using club = await openStillClub()
  for (const rule of rulesInForce) {
    const cut = retentionCutoff(rule, club.app.now()).getTime()
    // of a year there is one voucher
    const before = rule === 'vouchers' ? 400 * DAY_MS : 1
    for (const at of [cut - marginOf(rule), cut - marginOf(rule) - before, cut + marginOf(rule)])
      await THINGS[rule](club, new Date(at))
    if (!NOT_TO_THE_MOMENT.has(rule)) await THINGS[rule](club, new Date(cut))
  }
  const expected = rulesInForce.map((rule) => [rule, NOT_TO_THE_MOMENT.has(rule) ? 2 : 3])
  // of who waits in line more left from where they asked
  const { addresses, ...others } = await countAll(club)
  expect({ ...others, addresses: Math.min(addresses, 3) }).toEqual(Object.fromEntries(expected))
})

test('of somebody whose data may not be used everything is kept but what they asked to be deleted', async () => {
  await using club = await openStillClub()
  for (const rule of rulesInForce) await THINGS[rule](club, longAgo(club, rule))
  const before = await countAll(club)
  const { userId } = await club.member()
  for (const table of [sql`cases`, sql`data_requests`])
    await club.db.run(sql`update ${table} set user_id = ${userId}`)
  await club.db.run(sql`update users set restricted_at = ${isoOf(club.app.now())}`)
  const after = await countAll(club)
  expect(rulesInForce.filter((rule) => after[rule] < before[rule])).toEqual([
    'identityApproved',
    'identityRejected',
    'identityAbandoned',
    'logIns',
    'inactiveAccounts',
    'unconfirmedAccounts',
    'sentMails',
    'dataRequests',
    'bellItems',
    'signals',
    'cases',
    'heldCases',
    'takenAway',
    'statements',
  ])
  for (const reason of ['inactive', 'under_age']) {
    await club.db.run(sql`update account_deletions set reason = ${reason}`)
    expect(await countAll(club)).toMatchObject({ deletedAccounts: 0 })
  }
  await club.db.run(sql`update users set restricted_at = null`)
  expect(await countAll(club)).toMatchObject({ deletedAccounts: 1 })
})

type Kept = [rule: RuleInForce, why: string, making: (club: Club) => Query]

/** Ever one account there, whose it is. */
const anybody = sql`(select id from users order by created_at limit 1)`
const at = (club: Club) => isoOf(club.app.now())

const leave = (club: Club) => sql`
  insert into account_deletions (user_id, requested_at, purge_at, reason)
  select id, ${at(club)}, ${at(club)}, 'asked' from users`

/** What keeps what a rule is about beyond its time. */
const KEPT: Kept[] = [
  [
    'unconfirmedAccounts',
    'is confirmed',
    (club) => sql`update users set email_confirmed_at = ${at(club)}`,
  ],
  ['unconfirmedAccounts', 'is of the demo', () => sql`update users set is_demo = true`],
  ['unconfirmedAccounts', 'was there', () => sql`update users set last_seen_on = '2026-01-01'`],
  ['unconfirmedAccounts', 'is leaving', leave],
  [
    'unconfirmedAccounts',
    'is signed in',
    (club) => sql`
      insert into sessions (id, user_id, token_hash, token_since, created_at, last_used_at, expires_at)
      select ${uuid()}, ${anybody}, sha256('x'), ${at(club)}, ${at(club)}, ${at(club)}, ${at(club)}`,
  ],
  [
    'unconfirmedAccounts',
    'has a role',
    () => sql`insert into user_roles select id, 'moderator' from users`,
  ],
  ['inactiveAccounts', 'is of the demo', () => sql`update users set is_demo = true`],
  ['inactiveAccounts', 'is leaving', leave],
  [
    'inactiveAccounts',
    'was there',
    (club) => sql`update users set last_seen_on = ${at(club)}::timestamptz::date`,
  ],
  [
    'waitlistUnconfirmed',
    'was confirmed',
    (club) => sql`update waitlist set confirmed_at = ${at(club)}`,
  ],
  [
    'waitlistUnconfirmed',
    'was declined',
    (club) => sql`update waitlist set declined_at = ${at(club)}, declined_reason = 'Not now.'`,
  ],
  [
    'waitlistConfirmed',
    'was declined',
    (club) =>
      sql`update waitlist set declined_at = ${at(club)}, declined_reason = 'Not now.', requested_from = null`,
  ],
  [
    'waitlistDeclined',
    'is confirmed once more',
    (club) => sql`update waitlist set confirmed_at = ${at(club)}`,
  ],
  [
    'waitlistDeclined',
    'has an account',
    () => sql`update users set email = (select email from waitlist limit 1) where id = ${anybody}`,
  ],
  ['invitations', 'is nobody’s any more', () => sql`update invitations set email = null, uses = 1`],
  [
    'invitations',
    'was revoked later',
    (club) => sql`update invitations set revoked_at = ${at(club)}`,
  ],
  [
    'messages',
    'was answered later',
    (club) => sql`
    update messages set answered_at = ${at(club)}, answer = 'Thank you.', answered_by = ${anybody}`,
  ],
  ['notices', 'was concluded later', (club) => sql`update notices set concluded_at = ${at(club)}`],
  [
    'exports',
    'is gone already',
    () => sql`update exports set state = 'expired', epoch = null, wrapped = null, bytes = null`,
  ],
  ['dataRequests', 'is open', () => sql`update data_requests set closed_at = null`],
  ['tables', 'goes on', () => sql`update tables set ended_at = null`],
  ['tableWaits', 'is talked at', (club) => sql`update tables set opened_at = ${at(club)}`],
  [
    'tableWords',
    'is kept by one',
    () => sql`update seats set forgetting_since = null
    where user_id = (select one_id from tables limit 1)`,
  ],
]

test.each(KEPT)('%s: what %s is kept', async (rule, _, making) => {
  await using club = await openStillClub()
  // somebody it is not about
  await club.member()
  await THINGS[rule](club, longAgo(club, rule))
  const before = await countRule(club, rule)
  expect(before).toBeGreaterThan(0)
  await club.db.run(making(club))
  expect(await countRule(club, rule)).toBe(before - 1)
})

test('where nothing has to be confirmed, nobody is too many for that', async () => {
  await using club = await openClub({ now: now(), config: { emailConfirmation: 'off' } })
  await THINGS.unconfirmedAccounts(club, longAgo(club, 'unconfirmedAccounts'))
  expect(await countAll(club)).toMatchObject({ unconfirmedAccounts: 0 })
})

test('of mailed secrets those in line and of a new address count as well', async () => {
  await using club = await openStillClub()
  const member = await club.member()
  await insertMailed(club, 'confirm', member)
  const past = isoOf(new Date(club.app.now().getTime() - DAY_MS))
  await club.db.run(sql`update email_tokens set created_at = ${past}, expires_at = ${at(club)}`)
  expect(await countAll(club)).toMatchObject({ mailTokens: 1 })
  await club.db.run(sql`
    insert into email_changes (id, user_id, old_email, new_email, requested_at, expires_at)
    values (${uuid()}, ${member.userId}, ${member.email}, ${`${letters(9)}@example.org`}, ${past},
      ${at(club)})`)
  expect(await countAll(club)).toMatchObject({ mailTokens: 2 })
})

test('who declined a table is kept no longer than what waits there, and what staff saw no longer than the signals', async () => {
  await using club = await openStillClub()
  const [mia, tom] = [await club.member(), await club.member()]
  await insertStrangersTable(club, { openedAt: club.app.now() })
  const [waits, signals] = [longAgo(club, 'tableWaits'), longAgo(club, 'signals')]
  await club.db.run(sql`
    insert into table_refusals values (${mia.userId}, ${tom.userId}, ${isoOf(waits)})`)
  await club.db.run(sql`
    insert into signals_seen values (${mia.userId}, ${isoOf(signals)}, null, ${isoOf(signals)})`)
  await club.db.run(sql`
    insert into refused_addresses values ('x@example.org', 1, ${isoOf(longAgo(club, 'sentMails'))})`)
  expect(await countAll(club)).toMatchObject({ tableWaits: 1, signals: 1, sentMails: 1 })
})

test('of several rules the one asked longest ago is found, and a club is asked about from its first day', async () => {
  await using club = await openStillClub()
  const began = (await club.db.row<{ at: string }>(sql`select min(at) as at from migrations`))!.at
  const rules = ['notices', 'messages'] as const
  const longest = () => findLongestUnasked(club.db, rules)
  const unasked = (since: Date) => listUnasked(club.db, rules, since)
  expect(await longest()).toBe(began)
  const day = (days: number) => new Date(Date.parse(began) + days * DAY_MS)
  expect(await unasked(day(1))).toEqual(['messages', 'notices'])
  expect(await unasked(day(-1))).toEqual([])
  const asked = (rule: string, days: number, isDaily = true) =>
    club.db.run(sql`
      insert into retention_runs (run, rule, at, removed, is_daily)
      values (${uuid()}, ${rule}, ${isoOf(day(days))}, 2, ${isDaily})`)
  await asked('notices', 1)
  await asked('notices', 5)
  await asked('notices', 9, false)
  await asked('messages', 3)
  await asked('exports', 2)
  expect(await longest()).toBe(isoOf(day(3)))
  expect(await unasked(day(3))).toEqual(['messages'])
  expect(await unasked(day(5))).toEqual(['messages', 'notices'])
  const [notices, messages] = await listProofs(club.db, rules, day(5))
  expect([notices, messages]).toMatchObject([
    { rule: 'notices', askedAt: isoOf(day(5)), removed: 2, removedRecently: 2 },
    { rule: 'messages', askedAt: isoOf(day(3)), removed: 2, removedRecently: 0 },
  ])
})
