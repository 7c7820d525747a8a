import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { retention, type RetentionRule } from '#contract/privacy/retention.ts'
import { listRetention } from '#contract/privacy/dataRequests.ts'
import { jobHandlers } from '#server/jobs.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import { raw, sql } from '#server/platform/database/database.ts'
import { mailStamp } from '#server/platform/mail/mailFiles.ts'
import { retentionCutoff } from '#server/platform/limits/retention.ts'
import { letPass } from '#testing/club/clocks.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { asOwner } from '#testing/club/database/owner.ts'
import { proofs, THINGS } from '#testing/privacy/retention.ts'
import { uuid } from '#testing/random.ts'
import { until } from '#testing/until.ts'
import { rulesInForce } from './retention.rules.ts'
import { keepDaily, keepRetention, unaskedRules, watchRetention } from './retention.service.ts'

test('one rule that cannot be kept keeps no other from its turn, and the job is tried again', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  await using club = await openClub({ log })
  const at = new Date(retentionCutoff('notices', club.app.now()).getTime() - DAY_MS)
  const notice = await THINGS.notices(club, at)
  await asOwner(club, (role) => `revoke delete on sessions from ${role}`)
  await expect(keepRetention(club.app)).rejects.toThrow()
  expect(await notice()).toBe(false)
  expect(lines.join()).toContain('a rule of retention could not be kept')
  // it was not asked, and what is past its time is counted all the same
  expect((await proofs(club)).find(({ rule }) => rule === 'loginCookies')).toMatchObject({
    isDaily: false,
    removed: 0,
    overdue: 0,
  })
  await asOwner(club, (role) => `grant delete on sessions to ${role}`)
  await keepRetention(club.app)
  const daily = (await proofs(club)).filter(({ isDaily }) => isDaily)
  expect(daily.map(({ rule }) => rule)).toContain('loginCookies')
})

test('what cannot be counted keeps no run from being written down, and is tried again', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  await using club = await openClub({ log })
  const notice = await THINGS.notices(
    club,
    new Date(retentionCutoff('notices', club.app.now()).getTime() - DAY_MS),
  )
  await asOwner(club, (role) => `revoke select on sessions from ${role}`)
  await expect(keepRetention(club.app)).rejects.toThrow()
  expect(await notice()).toBe(false)
  const written = await proofs(club)
  expect(written.find(({ rule }) => rule === 'notices')).toMatchObject({ removed: 1, overdue: 0 })
  expect(written.find(({ rule }) => rule === 'loginCookies')).toBeUndefined()
  expect(lines.join()).toContain('what a rule of retention left could not be counted')
  await asOwner(club, (role) => `grant select on sessions to ${role}`)
  // a day’s run that asked every rule, and did not count what one of them left, is not done
  club.clock.advance({ hours: 24 })
  await club.db.run(sql`
    insert into retention_runs (run, rule, at, removed, is_daily, overdue)
    select ${uuid()}, rule, ${club.app.now().toISOString()}, 0, true,
      case when rule <> 'loginCookies' then 0 end
    from unnest(${rulesInForce}::text[]) rules (rule)`)
  await keepDaily(club.app)
  const counted = (await proofs(club)).filter(({ rule }) => rule === 'loginCookies')
  expect(new Set(counted.map(({ overdue }) => overdue))).toEqual(new Set([0, null]))
  const runs = await club.db.rows(sql`select distinct run from retention_runs`)
  await keepDaily(club.app)
  expect(await club.db.rows(sql`select distinct run from retention_runs`)).toEqual(runs)
})

const BROKEN = [
  ['clean_up', 'sessions', 'loginCookies', 'mailTokens', 'attempts'],
  ['clean_door', 'waitlist', 'waitlistUnconfirmed', 'invitations', 'waits'],
] as const

for (const [job, table, broken, rule, also] of BROKEN)
  test(`what ${job} cannot remove keeps nothing else from its turn`, async () => {
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
    await using club = await openClub({ log })
    const long = (name: RetentionRule) => retentionCutoff(name, club.app.now()).getTime() - DAY_MS
    await THINGS[broken](club, new Date(long(broken)))
    const thing = await THINGS[rule](club, new Date(long(rule)))
    await club.db.run(sql`
      insert into attempts values ('x', '\\x01', '{}', ${club.app.now().toISOString()})`)
    await club.db.run(sql`insert into waits values ('2020-01-01', '1 day')`)
    await asOwner(club, (role) => `revoke delete, update on ${table} from ${role}`)
    await expect(jobHandlers[job](club.app, {})).rejects.toThrow()
    expect(await thing()).toBe(false)
    expect(await club.db.rows(sql`select from ${raw(also)}`)).toEqual([])
    expect(lines.join()).toContain('a rule of retention could not be kept')
    const runs = () => club.db.rows<{ rule: string }>(sql`select rule, removed from retention_runs`)
    expect(await runs()).toEqual([{ rule, removed: 1 }])
    // the same of the daily run: this rule was asked, the other was not
    await expect(keepRetention(club.app)).rejects.toThrow()
    const dailyRules = (await proofs(club)).filter(({ isDaily }) => isDaily).map((one) => one.rule)
    expect(dailyRules).toContain(rule)
    expect(dailyRules).not.toContain(broken)
    await asOwner(club, (role) => `grant delete, update on ${table} to ${role}`)
    await jobHandlers[job](club.app, {})
    expect(await runs()).toContainEqual({ rule: broken, removed: 1 })
  })

test('a file that cannot be removed keeps no rows past their time', async () => {
  await using club = await openClub()
  const rules = ['sentMails', 'backups', 'dataRequests', 'exports'] as const
  const old = (rule: RetentionRule) =>
    new Date(retentionCutoff(rule, club.app.now()).getTime() - DAY_MS)
  const things = await Promise.all(rules.map((rule) => THINGS[rule](club, old(rule))))
  // no mail, though it is called like one
  const name = `${mailStamp(old('sentMails'))}-000001.eml`
  await mkdir(join(club.dataDir, 'mail', name), { recursive: true })
  await expect(keepRetention(club.app)).rejects.toThrow()
  expect(await Promise.all(things.map((isThere) => isThere()))).toEqual(rules.map(() => false))
})

test('a run that is missing for 36 hours is told in the log, by the rules that wait', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  await using club = await openClub({ log })
  await keepRetention(club.app)
  let looks = 0
  const rows: typeof club.app.db.rows = (query) => ((looks += 1), club.app.db.rows(query))
  const stop = watchRetention({ ...club.app, db: { ...club.app.db, rows } }, 10)
  const alerts = () => lines.filter((line) => line.includes('retention has not run for 36 hours'))
  club.clock.advance({ hours: 35 })
  expect(await unaskedRules(club.app)).toEqual([])
  // it has looked since, more than once
  const before = looks
  await until(() => looks > before + 10)
  expect(alerts()).toEqual([])
  club.clock.advance({ hours: 2 })
  await expect.poll(() => alerts().length).toBeGreaterThan(0)
  expect((JSON.parse(alerts()[0]!) as { rules: string[] }).rules.sort()).toEqual(
    rulesInForce.toSorted(),
  )
  await keepRetention(club.app)
  expect(await unaskedRules(club.app)).toEqual([])
  stop()
})

test('a new club is not late, until it is', async () => {
  await using club = await openClub()
  expect(await unaskedRules(club.app)).toEqual([])
  club.clock.advance({ hours: 37 })
  expect((await unaskedRules(club.app)).sort()).toEqual(rulesInForce.toSorted())
})

test('a rule that stopped being asked is late alone', async () => {
  await using club = await openClub()
  await keepRetention(club.app)
  club.clock.advance({ hours: 24 })
  await club.db.run(sql`
    insert into retention_runs (run, rule, at, removed, is_daily)
    select ${uuid()}, rule, ${club.app.now().toISOString()}, 0, rule <> 'messages'
    from retention_runs`)
  club.clock.advance({ hours: 24 })
  expect(await unaskedRules(club.app)).toEqual(['messages'])
})

const readyz = async (club: Club) => (await fetch(`${club.url}/readyz`)).json()
const desk = async (club: Club) => {
  const seen = await club.call(await club.member({ isAdmin: true }), listRetention, {})
  if (!seen.ok) throw new Error(seen.code)
  return seen.answer
}

test('nothing is removed by a clock that is not the database’s, at /readyz it is said, and set right it is made up for', async () => {
  await using club = await openClub()
  club.clock.advance({ hours: 25 })
  const old = new Date(retentionCutoff('notices', club.app.now()).getTime() - DAY_MS)
  const notice = await THINGS.notices(club, old)
  const run = async () => {
    await club.app.jobs.send(club.db, 'keep_retention', {})
    await club.app.jobs.drain({ later: true })
  }
  vi.setSystemTime('2046-01-01')
  try {
    await run()
    expect(await notice()).toBe(true)
    expect(await readyz(club)).toMatchObject({
      ready: true,
      warnings: expect.arrayContaining([
        expect.stringContaining('the clocks of this machine and of the database are'),
      ]),
    })
  } finally {
    vi.useRealTimers()
  }
  await run()
  expect(await notice()).toBe(false)
  letPass(2_000)
  expect(await readyz(club)).toEqual({ ready: true, warnings: [] })
})

test('a keeper that leaves something behind is told by the proof: at /readyz, in the log, at the desk', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  await using club = await openClub({ log })
  await keepRetention(club.app)
  await expect.poll(() => readyz(club)).toEqual({ ready: true, warnings: [] })
  await THINGS.notices(
    club,
    new Date(retentionCutoff('notices', club.app.now()).getTime() - DAY_MS),
  )
  await asOwner(club, (role) => `revoke delete on notices from ${role}`)
  await expect(keepRetention(club.app)).rejects.toThrow()
  await expect
    .poll(() => readyz(club))
    .toEqual({
      ready: true,
      warnings: ['retention left rows past their time: notices'],
    })
  const stop = watchRetention(club.app, 10)
  await expect.poll(() => lines.join()).toContain('retention left rows past their time')
  stop()
  const line = async () => (await desk(club)).rules.find(({ rule }) => rule === 'notices')
  expect(await line()).toMatchObject({ removed: 0, overdue: 1 })
  await asOwner(club, (role) => `grant delete on notices to ${role}`)
  await keepRetention(club.app)
  await expect.poll(() => readyz(club)).toEqual({ ready: true, warnings: [] })
  expect(await line()).toMatchObject({ removed: 1, removedRecently: 1, overdue: 0 })
})

test('a run that is missing for 36 hours is a warning at /readyz, and no alarm', async () => {
  await using club = await openClub()
  await keepRetention(club.app)
  club.clock.advance({ hours: 37 })
  const answer = await fetch(`${club.url}/readyz`)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({
    ready: true,
    warnings: [`retention has not run for 36 hours: ${rulesInForce.toSorted().join(', ')}`],
  })
})

test('the desk shows every rule, when it was asked, what it removed, and what is left', async () => {
  await using club = await openClub()
  const before = await desk(club)
  expect(before.rules.map(({ rule }) => rule)).toEqual(Object.keys(retention))
  expect(before.countedAt).toBeNull()
  for (const line of before.rules)
    expect(line).toMatchObject({ askedAt: null, removed: null, removedRecently: 0, overdue: null })
  await THINGS.messages(
    club,
    new Date(retentionCutoff('messages', club.app.now()).getTime() - DAY_MS),
  )
  await keepRetention(club.app)
  club.clock.advance({ days: 1 })
  await keepRetention(club.app)
  const { rules, countedAt } = await desk(club)
  const [run] = (await proofs(club)).slice(-1)
  expect(countedAt).toBe(run?.at)
  expect(rules.find(({ rule }) => rule === 'messages')).toMatchObject({
    askedAt: run?.at,
    removed: 0,
    removedRecently: 1,
    overdue: 0,
  })
  const elsewhere = rules.filter(({ rule }) => !rulesInForce.some((one) => one === rule))
  for (const line of elsewhere) expect(line).toMatchObject({ askedAt: null, overdue: null })
})

test('the desk says of every rule what happens, and by which law in both languages', async () => {
  await using club = await openClub()
  const { rules } = await desk(club)
  expect(rules.map(({ rule }) => rule)).toEqual(Object.keys(retention))
  const saying = (rule: RetentionRule) => rules.find((one) => one.rule === rule)
  expect(saying('identityApproved')).toMatchObject({
    act: 'shred',
    law: {
      de: '§ 20 Abs. 2 PAuswG, Art. 17 Abs. 1 lit. a DSGVO',
      en: 'section 20 (2) PAuswG, Art. 17 (1) (a) GDPR',
    },
  })
  expect(saying('keyBackups')).toMatchObject({ act: 'delete', law: { de: 'Art. 32 DSGVO' } })
  for (const { rule, law } of rules) {
    expect(law.de, rule).not.toMatch(/GDPR|section|\(/)
    expect(law.en, rule).not.toMatch(/DSGVO|§|Abs\./)
  }
})
