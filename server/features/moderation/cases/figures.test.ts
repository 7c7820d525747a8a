import { expect, test } from 'vitest'
import { appealReport, appealStatement, decideAppeal } from '#contract/moderation/appeals.ts'
import { exportDeskFigures, getDeskFigures } from '#contract/moderation/cases.ts'
import { keepRetention } from '#server/features/privacy/retention/retention.service.ts'
import { raw, sql } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import {
  postDecision,
  GROUNDS,
  profileTarget,
  queue,
  reportTarget,
  readStatements,
} from '#testing/moderation/cases.ts'
import { asOwner } from '#testing/club/database/owner.ts'
import { runJob } from '#testing/privacy/retention.ts'
import { stateDecision } from '#testing/moderation/statements.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { uuid } from '#testing/random.ts'
import { keepYears } from './figures.service.ts'

const figuresOf = async (club: Club, year: number) => {
  const moderator = await club.member({ isModerator: true })
  const read = await club.call(moderator, getDeskFigures, { query: { year: String(year) } })
  if (!read.ok) throw new Error(read.code)
  const csv = await fetch(`${club.url}${exportDeskFigures.path}?year=${year}`, {
    headers: { cookie: moderator.cookie },
  })
  const bytes = await csv.bytes()
  expect(bytes.subarray(0, 3)).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf))
  return { json: read.answer, csv: new TextDecoder().decode(bytes) }
}
/** Somebody is reported now; answers whom. */
async function report(club: Club) {
  const [mia, tom] = [await club.member(), await club.member()]
  await reportTarget(club, mia, profileTarget(tom))
  return tom
}
/** All that waits is decided now; answers by whom. */
async function decideAll(club: Club) {
  const moderator = await club.member({ isModerator: true })
  for (const { id } of await queue(club, moderator))
    await postDecision(club, moderator, id, { kind: 'warn', grounds: GROUNDS })
  return moderator
}
const keptYears = (club: Club) =>
  club.db.rows(sql`select year, counted_at from year_figures order by year`)
const count = async (club: Club) =>
  club.db.row(sql`select (select count(*)::int from cases) as cases,
    (select count(*)::int from statements) as statements, (select count(*)::int from appeals) as appeals`)

test('the figures of a year stay what they were when what they count is gone', async () => {
  await using club = await openClub({ now: '2025-12-30T20:00:00Z' })
  await report(club)
  club.clock.set('2026-01-02T20:00:00Z')
  const tom = await report(club)
  club.clock.advance({ minutes: 30 })
  await decideAll(club)
  const [statement] = await readStatements(club, tom)
  const params = { statementId: statement!.id }
  const appealId = uuid()
  await club.call(tom, appealStatement, { params, body: { id: appealId, text: 'It was a joke.' } })
  const admin = await club.member({ isAdmin: true })
  const body = { isGranted: false, answer: 'It was not.' }
  await club.call(admin, decideAppeal, { params: { appealId }, body })
  club.clock.set('2026-12-30T20:00:00Z')
  await report(club)
  await decideAll(club)
  // half an hour before the year ends in Berlin, and waiting when it does
  club.clock.set('2026-12-31T22:30:00Z')
  await report(club)
  await club.db.run(sql`
    insert into monthly_recipients values ('2026-06-01', 90), ('2026-07-01', 10), ('2026-12-01', 20)
    on conflict (month) do update set count = excluded.count`)
  await runJob(club)
  expect(await keptYears(club)).toMatchObject([{ year: 2025 }])

  club.clock.set('2026-12-31T23:30:00Z')
  const before = await figuresOf(club, 2026)
  expect(before.json).toMatchObject({
    reports: 3,
    cases: { opened: 3, decided: 3, overdue: 0 },
    decisions: [{ key: 'warn', count: 3 }],
    statements: [{ key: 'warning', count: 3 }],
    appeals: { made: 1, granted: 0, refused: 1, open: 0 },
    monthlyRecipients: 40,
  })
  expect((await figuresOf(club, 2025)).json.cases).toMatchObject({ opened: 1, decided: 0 })
  await keepRetention(club.app)
  const storedYears = await keptYears(club)
  expect(storedYears).toEqual([
    { year: 2025, countedAt: '2026-12-31T22:30:00.000Z' },
    { year: 2026, countedAt: '2026-12-31T23:30:00.000Z' },
  ])
  expect(await figuresOf(club, 2026)).toEqual(before)
  club.clock.set('2027-01-02T20:00:00Z')
  await decideAll(club)

  // nobody was there for thirteen months: what happened in that time is counted before it goes
  club.clock.set('2028-02-03T20:00:00Z')
  for (let times = 0; times < 2; times += 1) {
    await keepRetention(club.app)
    expect(await count(club)).toEqual({ cases: 0, statements: 0, appeals: 0 })
    expect(await figuresOf(club, 2026)).toEqual(before)
    expect((await figuresOf(club, 2025)).json.cases).toMatchObject({ opened: 1, decided: 0 })
    expect((await figuresOf(club, 2027)).json).toMatchObject({
      reports: 0,
      cases: { opened: 0, decided: 1 },
      decisions: [{ key: 'warn', count: 1 }],
    })
    expect(await keptYears(club)).toEqual([
      ...storedYears,
      { year: 2027, countedAt: '2028-02-03T20:00:00.000Z' },
    ])
  }
})

test('an objection that goes within its own year counts in it all the same', async () => {
  await using club = await openClub({ now: '2026-11-10T20:00:00Z' })
  const tom = await report(club)
  await decideAll(club)
  const [statement] = await readStatements(club, tom)
  club.clock.set('2027-02-01T20:00:00Z')
  const params = { statementId: statement!.id }
  const appealId = uuid()
  const back = await club.session(tom)
  await club.call(back, appealStatement, { params, body: { id: appealId, text: 'It was a joke.' } })
  club.clock.advance({ minutes: 90 })
  const admin = await club.member({ isAdmin: true })
  const body = { isGranted: false, answer: 'It was not.' }
  await club.call(admin, decideAppeal, { params: { appealId }, body })
  const made = { appeals: { made: 1, granted: 0, refused: 1, open: 0 }, appealMedianMinutes: 90 }
  expect((await figuresOf(club, 2027)).json).toMatchObject(made)

  club.clock.set('2027-12-30T20:00:00Z')
  await keepRetention(club.app)
  expect(await count(club)).toMatchObject({ appeals: 0 })
  expect((await figuresOf(club, 2027)).json).toMatchObject(made)
  const gone = () => club.db.rows(sql`select * from appeals_gone`)
  expect(await gone()).toEqual([{ year: 2027, isGranted: false, minutes: 90 }])
  club.clock.set('2028-01-02T20:00:00Z')
  await keepRetention(club.app)
  expect((await figuresOf(club, 2027)).json).toMatchObject(made)
  expect((await figuresOf(club, 2026)).json.appeals).toMatchObject({ made: 0 })
  expect(await gone()).toEqual([])
})

test('what cannot be counted does not go', async () => {
  await using club = await openClub({ now: '2026-01-02T20:00:00Z' })
  await report(club)
  await decideAll(club)
  club.clock.set('2027-02-03T20:00:00Z')
  await asOwner(club, (role) => `revoke insert on year_figures from ${role}`)
  await expect(keepRetention(club.app)).rejects.toMatchObject({ code: '42501' })
  expect(await count(club)).toMatchObject({ cases: 1, statements: 1 })
  await asOwner(club, (role) => `grant insert on year_figures to ${role}`)
  await keepRetention(club.app)
  expect(await count(club)).toMatchObject({ cases: 0, statements: 0 })
  expect((await figuresOf(club, 2026)).json).toMatchObject({ reports: 1, cases: { decided: 1 } })
})

test('of several that count a year at once, the first result is stored', async () => {
  await using club = await openClub({ now: '2026-01-02T20:00:00Z' })
  const second = await club.secondServer()
  await report(club)
  await decideAll(club)
  club.clock.set('2027-02-03T20:00:00Z')
  const runs = await club.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into year_figures values (2026, '{"reports": 7}', ${club.app.now().toISOString()})`)
    const both = [club.app, second.app].map((app) => keepRetention(app))
    await untilSomebodyWaits(club, 2)
    return { both }
  })
  await Promise.all(runs.both)
  expect(await count(club)).toMatchObject({ cases: 0, statements: 0 })
  expect((await figuresOf(club, 2026)).json).toMatchObject({ reports: 7 })
})

test('a figure that was not kept then is counted now', async () => {
  await using club = await openClub({ now: '2026-06-02T20:00:00Z' })
  await report(club)
  await decideAll(club)
  club.clock.set('2027-01-03T20:00:00Z')
  await club.db.run(sql`
    insert into year_figures values
      (2026, '{"notices": 7, "cases": {"opened": 9}, "medianMinutes": null, "former": 1}',
        ${club.app.now().toISOString()})`)
  const { json, csv } = await figuresOf(club, 2026)
  expect(json).toMatchObject({
    reports: 1,
    notices: 7,
    cases: { opened: 9, decided: 1, overdue: 0 },
    medianMinutes: null,
  })
  expect(csv).toContain('cases,opened,9\r\ncases,decided,1\r\n')
  expect(csv).not.toContain('former')
})

test('nobody changes what is kept, or keeps a year before its end', async () => {
  await using club = await openClub({ now: '2027-01-03T20:00:00Z' })
  await keepYears(club.app)
  for (const statement of ['delete from year_figures', 'update year_figures set year = 2020'])
    await expect(club.db.run(raw(statement) as never)).rejects.toMatchObject({ code: '42501' })
  await expect(
    club.db.run(sql`insert into year_figures values (2027, '{}', '2027-12-31T22:59:59Z')`),
  ).rejects.toMatchObject({ code: '23514' })
})

test('the first time, the last year is kept, and older ones of which there is still something', async () => {
  await using club = await openClub({ now: '2026-11-23T10:00:00Z' })
  const { userId } = await club.member()
  await stateDecision(club.db, userId, '2023-05-01T10:00:00Z', 'Insults.', {
    startsAt: new Date('2023-04-01T10:00:00Z'),
  })
  await keepYears(club.app)
  expect(
    await club.db.rows(sql`select year, figures -> 'statements' as statements from year_figures`),
  ).toEqual([
    { year: 2023, statements: [{ key: 'suspension', count: 1 }] },
    { year: 2025, statements: [] },
  ])
})

test('no year tells anybody of the staff of what is about themselves, running or kept', async () => {
  await using club = await openClub({ now: '2026-11-02T20:00:00Z' })
  const [accused, other] = [
    await club.member({ isModerator: true }),
    await club.member({ isModerator: true }),
  ]
  const read = async (who: { cookie: string }) => {
    const response = await club.call(who, getDeskFigures, { query: { year: '2026' } })
    if (!response.ok) throw new Error(response.code)
    return response.answer
  }
  await report(club)
  club.clock.advance({ minutes: 30 })
  await decideAll(club)
  const ofOthers = await read(accused)
  const mia = await club.member()
  const { number } = await reportTarget(club, mia, profileTarget(accused))
  expect(await read(accused)).toEqual(ofOthers)
  club.clock.advance({ minutes: 90 })
  const [open] = await queue(club, other)
  await postDecision(club, other, open!.id, { kind: 'no_breach' })
  const appealId = uuid()
  const body = { id: appealId, text: 'It was a breach.' }
  expect(await club.call(mia, appealReport, { params: { number }, body })).toMatchObject({
    ok: true,
  })
  expect(await read(accused)).toEqual(ofOthers)
  const whole = {
    reports: 2,
    byReason: [{ key: 'harassment', count: 2 }],
    cases: { opened: 2, decided: 2 },
    medianMinutes: 60,
    decisions: [
      { key: 'no_breach', count: 1 },
      { key: 'warn', count: 1 },
    ],
    appeals: { made: 1, open: 1 },
  }
  expect(await read(other)).toMatchObject(whole)
  club.clock.set('2027-01-02T20:00:00Z')
  const later = await club.session(accused)
  expect(await read(later)).toEqual(ofOthers)
  await keepYears(club.app)
  expect(await read(later)).toEqual(ofOthers)
  expect(await read(await club.session(other))).toMatchObject(whole)
  // what comes of it afterwards was not counted then
  club.clock.advance({ minutes: 1 })
  const answer = { isGranted: false, answer: 'It was not.' }
  const admin = await club.member({ isAdmin: true })
  expect(
    await club.call(admin, decideAppeal, { params: { appealId }, body: answer }),
  ).toMatchObject({ ok: true })
  expect(await read(later)).toEqual(ofOthers)
})
