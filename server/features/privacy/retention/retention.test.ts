import { expect, test } from 'vitest'
import { retention, type RetentionRule } from '#contract/privacy/retention.ts'
import { jobSchedule } from '#server/jobs.ts'
import { DAY_MS, HOUR_MS } from '#server/platform/lists/calendar.ts'
import { sql } from '#server/platform/database/database.ts'
import { retentionCutoff } from '#server/platform/limits/retention.ts'
import { openClub } from '#testing/club/club.ts'
import { insertMessage } from '#testing/moderation/messages.ts'
import { countAll, openStrictClub, proofs, runJob, THINGS } from '#testing/privacy/retention.ts'
import { isThere } from '#testing/authorisation/things.ts'
import { rulesInForce } from './retention.rules.ts'
import { keepRetention, unaskedRules } from './retention.service.ts'

/** Rules that fit no row of this database, and why. */
const ELSEWHERE: Partial<Record<RetentionRule, string>> = {
  cookies: 'kept by browsers, which are told how long',
  ibanFragment: 'payers tell their bank to their provider, and not to the club',
  keyBackups: 'kept by the operator',
}

test('every rule is in force, or it is said why it fits nothing here', () => {
  expect([...rulesInForce, ...Object.keys(ELSEWHERE)].sort()).toEqual(Object.keys(retention).sort())
})

/** Months ago a day may have begun an hour earlier, in summer. */
const marginOf = (rule: RetentionRule) =>
  retention[rule].unit === 'hours' ? HOUR_MS : DAY_MS + HOUR_MS

test('where there is something of everything, each rule counts what is past its own time', async () => {
  await using club = await openStrictClub()
  const now = club.app.now()
  for (const rule of rulesInForce) {
    const cut = retentionCutoff(rule, now).getTime()
    await THINGS[rule](club, new Date(cut - marginOf(rule)))
    await THINGS[rule](club, new Date(cut + marginOf(rule)))
  }
  const counts = await countAll(club)
  // of who waits in line two more left from where they asked
  expect(counts).toEqual({
    ...Object.fromEntries(rulesInForce.map((rule) => [rule, 1])),
    addresses: 3,
  })
})

test.each(rulesInForce)(
  '%s: a day before its time it stays, a day after it is gone',
  async (rule) => {
    await using club = await openStrictClub()
    const now = club.app.now()
    const margin = marginOf(rule)
    const cut = retentionCutoff(rule, now).getTime()
    const old = await THINGS[rule](club, new Date(cut - margin))
    const young = await THINGS[rule](club, new Date(cut + margin))
    const overdue = async () => (await countAll(club))[rule]
    expect(await overdue()).toBe(1)
    await keepRetention(club.app)
    expect([await old(), await young(), await overdue()]).toEqual([false, true, 0])
    const counted = async () =>
      (await proofs(club)).filter((proof) => proof.rule === rule).map(({ removed }) => removed)
    expect(await counted()).toEqual([1])
    // once more changes nothing
    await keepRetention(club.app)
    expect([await old(), await young()]).toEqual([false, true])
    expect(await counted()).toEqual([1, 0])
  },
)

test('a notice is kept for as long as the rule says after its conclusion', async () => {
  await using club = await openClub()
  const cut = retentionCutoff('notices', club.app.now()).getTime()
  const conclude = (at: number) =>
    club.db.run(sql`update notices set concluded_at = ${new Date(at).toISOString()}`)
  const isThere = await THINGS.notices(club, new Date(cut - DAY_MS))
  await conclude(cut + DAY_MS)
  await keepRetention(club.app)
  expect(await isThere()).toBe(true)
  await conclude(cut)
  await keepRetention(club.app)
  expect(await isThere()).toBe(false)
})

test('a run writes down every rule in force, also what found nothing', async () => {
  await using club = await openClub({ now: '2026-05-04T02:07:00Z' })
  await keepRetention(club.app)
  const rows = await proofs(club)
  expect(rows.map(({ rule }) => rule).sort()).toEqual(rulesInForce.toSorted())
  expect(new Set(rows.map(({ run }) => run)).size).toBe(1)
  for (const row of rows)
    expect(row).toMatchObject({
      at: '2026-05-04T02:07:00.000Z',
      removed: 0,
      isDaily: true,
      overdue: 0,
    })
})

test('the job runs once a day, at the hour it found, and catches up after the club was closed', async () => {
  expect(jobSchedule.keep_retention).toMatch(/^\d+ \* \* \* \*$/)
  await using club = await openClub()
  const runs = async () => new Set((await proofs(club)).map(({ run }) => run)).size
  club.clock.advance({ hours: 24 })
  await runJob(club)
  expect(await runs()).toBe(1)
  for (let hour = 1; hour < 24; hour += 1) {
    club.clock.advance({ hours: 1 })
    await runJob(club)
  }
  expect(await runs()).toBe(1)
  club.clock.advance({ hours: 1, seconds: -5 })
  await runJob(club)
  expect(await runs()).toBe(2)
  club.clock.advance({ hours: 31 })
  await runJob(club)
  expect(await runs()).toBe(3)
  expect(await unaskedRules(club.app)).toEqual([])
})

test('what the jobs of every hour remove is written down, too', async () => {
  await using club = await openStrictClub()
  const at = new Date(retentionCutoff('identityRejected', club.app.now()).getTime() - 1000)
  await THINGS.identityRejected(club, at)
  for (const name of ['shred_documents', 'clean_up'] as const)
    await club.app.jobs.send(club.db, name, {})
  await club.app.jobs.drain()
  expect(await proofs(club)).toMatchObject([
    { rule: 'identityRejected', removed: 1, isDaily: false },
  ])
})

test('several servers that run at once remove everything once', async () => {
  await using club = await openStrictClub()
  const second = await club.secondServer()
  for (const rule of ['messages', 'identityApproved', 'auditLog', 'unconfirmedAccounts'] as const)
    await THINGS[rule](club, new Date(retentionCutoff(rule, club.app.now()).getTime() - DAY_MS))
  await Promise.all([club.app, second.app, club.app].map((app) => keepRetention(app)))
  const sums = new Map<string, number>()
  for (const { rule, removed } of await proofs(club))
    sums.set(rule, (sums.get(rule) ?? 0) + removed)
  expect(Object.fromEntries(sums)).toMatchObject({
    messages: 1,
    identityApproved: 1,
    auditLog: 1,
    unconfirmedAccounts: 1,
  })
})

test('a message and its answer are kept for as long as the rule says after the answer', async () => {
  await using club = await openClub()
  const cut = retentionCutoff('messages', club.app.now()).getTime()
  const [young, old] = await Promise.all(
    [1, -1].map(async (days) => {
      const { id } = await insertMessage(club, { at: new Date(cut - 90 * DAY_MS) })
      await club.db.run(sql`
        update messages set answer = 'At eight.',
          answered_at = ${new Date(cut + days * DAY_MS).toISOString()} where id = ${id}`)
      return () => isThere(club, sql`select from messages where id = ${id}`)
    }),
  )
  await keepRetention(club.app)
  expect([await young!(), await old!()]).toEqual([true, false])
})
