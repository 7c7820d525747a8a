import { expect, test } from 'vitest'
import { getEvidencePhoto } from '#contract/moderation/cases.ts'
import { rates } from '#contract/limits.ts'
import { readMember } from '#contract/admin/members.ts'
import { setHidden } from '#contract/content-rules/contentRules.ts'
import { blockMember } from '#contract/members/blocks.ts'
import { muteMember } from '#contract/members/mutes.ts'
import { createReport, getReport, listReports } from '#contract/moderation/reports.ts'
import { sql } from '#server/platform/database/database.ts'
import { impose } from '#server/features/moderation/moderation.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import {
  aReport,
  decide,
  readFileAtDesk,
  profileTarget,
  queue,
  reportTarget,
} from '#testing/moderation/cases.ts'
import { openLounge } from '#testing/fixtures/lounge.ts'
import { photo, upload } from '#testing/fixtures/photos.ts'
import { readTraces } from '#testing/fixtures/submissions.ts'
import { uuid } from '#testing/random.ts'
import { until } from '#testing/until.ts'

const NOW = '2026-05-04T20:00:00Z'
const codeOf = (answer: { ok: boolean; code?: string }) =>
  answer.ok ? 'ok' : (answer.code ?? 'none')

/** A club in which Tom wrote something that Mia may report. */
async function openScene() {
  const salon = await openLounge({ now: NOW })
  const [mia, tom] = [await salon.guest(), await salon.guest()]
  const moderator = await salon.club.member({ isModerator: true })
  const postReported = async (text: string, who = tom) => {
    const made = await salon.post(who, { text })
    if (!made.ok) throw new Error(made.code)
    return { kind: 'post' as const, id: made.answer.id }
  }
  return { ...salon, mia, tom, moderator, postReported }
}
const send = (club: Club, who: TestMember, ...of: Parameters<typeof aReport>) =>
  club.call(who, createReport, { body: aReport(...of) })

test('a reported post is frozen with what stood around it, whatever its author does then', async () => {
  await using scene = await openScene()
  const { club, mia, tom, moderator, postReported } = scene
  await postReported('good evening', mia)
  const target = await postReported('you are awful')
  await postReported('please stop', mia)
  const { number, ...report } = await reportTarget(club, mia, target, { details: 'It hurt.' })
  expect(number).toMatch(/^R-2026-\d{6}$/)
  expect(report).toEqual({
    targetKind: 'post',
    text: 'you are awful',
    reason: 'harassment',
    details: 'It hurt.',
    explanation: null,
    receivedAt: '2026-05-04T20:00:00.000Z',
    dueAt: '2026-05-07T20:00:00.000Z',
    state: 'received',
    decidedAt: null,
    outcome: null,
    mayAppeal: false,
    appealUntil: null,
    appeal: null,
  })
  await club.db.run(sql`delete from users where id = ${tom.userId}`)
  const [line] = await queue(club, moderator)
  expect(line).toMatchObject({
    urgency: 'days',
    reports: 1,
    username: null,
    reasons: ['harassment'],
  })
  const { evidence, latest, about } = await readFileAtDesk(club, moderator, line!.id)
  expect(about).toBeNull()
  expect(evidence).toMatchObject([
    {
      kind: 'post',
      author: tom.username,
      text: 'you are awful',
      room: 'Room',
      isGone: true,
      context: [
        { author: mia.username, text: 'good evening', isQuoted: false },
        { author: mia.username, text: 'please stop' },
      ],
    },
  ])
  expect(latest).toMatchObject([{ details: 'It hurt.', reporter: { username: mia.username } }])
  // nothing of it can be read in the database
  const rows = await club.db.rows<{ line: string }>(sql`select e::text as line from evidence e`)
  expect(rows[0]!.line).not.toContain(Buffer.from('awful').toString('hex'))
})

test('a photo is kept as evidence, byte for byte, when its owner takes it down', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  const moderator = await club.member({ isModerator: true })
  const id = await upload(club, tom, await photo())
  await reportTarget(club, mia, { kind: 'photo', id }, { reason: 'intimate' })
  await club.db.run(sql`update profiles set photos = '{}' where id = ${tom.userId}`)
  const [line] = await queue(club, moderator)
  expect(line).toMatchObject({ urgency: 'hours', targets: ['photo'] })
  const { evidence } = await readFileAtDesk(club, moderator, line!.id)
  expect(evidence).toMatchObject([{ kind: 'photo', hasPhoto: true, isGone: true }])
  const path = getEvidencePhoto.path.replace(':evidenceId', evidence[0]!.id)
  const see = (cookie: string) => fetch(club.url + path, { headers: { cookie } })
  const shown = await see(moderator.cookie)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect((await see(mia.cookie)).status).toBe(403)
  const seen = (await readTraces(club)).map(({ action }) => action)
  expect(seen).toEqual(expect.arrayContaining(['cases_viewed', 'case_viewed', 'evidence_viewed']))
})

test('a reason is required, details have an end, and what is illegal is explained in good faith', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  const target = profileTarget(tom)
  const errorsOf = async (body: object) => {
    const answer = await club.call(mia, createReport, {
      body: { id: uuid(), target, ...body } as never,
    })
    return answer.ok ? 'ok' : answer.body?.errors
  }
  expect(await errorsOf({})).toEqual([{ path: 'reason', message: 'reason_required' }])
  expect(await errorsOf({ reason: 'rude' })).toEqual([
    { path: 'reason', message: 'reason_required' },
  ])
  expect(await errorsOf({ reason: 'spam', details: 'x'.repeat(501) })).toEqual([
    { path: 'details', message: 'text_too_long' },
  ])
  expect(await errorsOf({ reason: 'illegal' })).toEqual([
    { path: 'illegal.explanation', message: 'text_missing' },
  ])
  const illegal = { explanation: 'It is a threat.', isGoodFaith: false }
  expect(await errorsOf({ reason: 'illegal', illegal })).toEqual([
    { path: 'illegal.isGoodFaith', message: 'good_faith_required' },
  ])
  expect(await errorsOf({ reason: 'illegal', illegal: { ...illegal, isGoodFaith: true } })).toBe(
    'ok',
  )
  expect(await errorsOf({ reason: 'spam', details: ` ${'x'.repeat(500)} ` })).toBe('ok')
})

test('only what somebody sees can be reported, and not themselves', async () => {
  await using scene = await openScene()
  const { club, mia, tom, postReported } = scene
  const target = await postReported('you are awful')
  const outside = await club.member()
  expect(codeOf(await send(club, outside, target))).toBe('PGRST116')
  expect(codeOf(await send(club, tom, target))).toBe('own_case')
  expect(codeOf(await send(club, tom, profileTarget(tom)))).toBe('own_case')
  expect(codeOf(await send(club, mia, { kind: 'photo', id: uuid() }))).toBe('PGRST116')
  const waiting = await club.member({ isAdmitted: false })
  expect(codeOf(await send(club, waiting, profileTarget(tom)))).toBe('PGRST116')
  expect(codeOf(await send(club, mia, profileTarget(waiting)))).toBe('PGRST116')
  await club.db.run(sql`
    insert into blocks (blocker_id, blocked_id, name, created_at)
    values (${tom.userId}, ${mia.userId}, 'Mia', ${NOW})`)
  for (const one of [target, profileTarget(tom)])
    expect(codeOf(await send(club, mia, one))).toBe('PGRST116')
})

test(
  'a hundred who report one member are one case, and restrict nobody',
  { timeout: 90_000 },
  async () => {
    await using club = await openClub({ now: NOW })
    const tom = await club.member()
    const moderator = await club.member({ isModerator: true })
    const crowd: TestMember[] = []
    while (crowd.length < 100) crowd.push(await club.member())
    const sent: Awaited<ReturnType<typeof send>>[] = []
    // ten at a time, as many as the server takes without asking them to wait
    for (let at = 0; at < crowd.length; at += 10)
      sent.push(
        ...(await Promise.all(
          crowd.slice(at, at + 10).map((one, turn) =>
            send(club, one, profileTarget(tom), {
              reason: at + turn === 50 ? 'threat' : 'harassment',
            }),
          ),
        )),
      )
    expect(new Set(sent.map(codeOf))).toEqual(new Set(['ok']))
    expect(await queue(club, moderator)).toMatchObject([
      { username: tom.username, reports: 100, urgency: 'hour', reasons: ['harassment', 'threat'] },
    ])
    const { evidence, latest, about } = await readFileAtDesk(
      club,
      moderator,
      (await queue(club, moderator))[0]!.id,
    )
    expect([evidence.length, latest.length]).toEqual([1, 50])
    expect(about).toMatchObject({ reportsAbout: 100, suspendedUntil: null, isBanned: false })
    expect(await club.db.rows(sql`select from statements`)).toEqual([])
    expect(codeOf(await send(club, tom, profileTarget(crowd[0]!)))).toBe('ok')
  },
)

test('the same report sent again, also at once, is one; its id is nobody else’s', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, ben, tom] = [await club.member(), await club.member(), await club.member()]
  const body = aReport(profileTarget(tom))
  const sent = await Promise.all(
    Array.from({ length: 10 }, () => club.call(mia, createReport, { body })),
  )
  expect(new Set(sent.map((one) => one.ok && one.answer.number)).size).toBe(1)
  expect(codeOf(await club.call(ben, createReport, { body }))).toBe('23505')
  const mails = (await club.mails()).filter(({ to }) => to === mia.email)
  expect(mails).toHaveLength(1)
  // somebody who looks over a shoulder learns nothing
  expect(mails[0]!.text).not.toMatch(new RegExp(`${tom.username}|harass`, 'i'))
})

test(`somebody reports ${rates.report.max} times a day at most`, async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  const sent = await Promise.all(
    Array.from({ length: rates.report.max + 5 }, () => send(club, mia, profileTarget(tom))),
  )
  expect(sent.filter(({ ok }) => ok)).toHaveLength(rates.report.max)
  expect(new Set(sent.filter(({ ok }) => !ok).map(codeOf))).toEqual(new Set(['too_many_attempts']))
  club.clock.advance({ days: 1, seconds: 1 })
  expect(codeOf(await send(club, mia, profileTarget(tom)))).toBe('ok')
})

test('reporters read their own reports, a page at a time, and nobody else’s', async () => {
  await using club = await openClub({ now: NOW, config: { limitsFactor: 10 } })
  const [mia, ben, tom] = [await club.member(), await club.member(), await club.member()]
  for (let count = 0; count < 53; count += 1) {
    await reportTarget(club, mia, profileTarget(tom))
    club.clock.advance({ minutes: 1 })
  }
  const first = await club.call(mia, listReports, { query: {} })
  if (!first.ok) throw new Error(first.code)
  const { reports, next } = first.answer
  expect(reports).toHaveLength(50)
  // it goes with its case, when that has had its time
  await club.db.run(sql`delete from reports where number = ${reports.at(-1)!.number}`)
  const second = await club.call(mia, listReports, { query: { before: next! } })
  expect(second).toMatchObject({ answer: { reports: { length: 3 }, next: null } })
  const params = { number: reports[0]!.number }
  expect(await club.call(mia, getReport, { params })).toMatchObject({ answer: params })
  expect(codeOf(await club.call(ben, getReport, { params }))).toBe('PGRST116')
})

test('a reporter reads no name of whom they do not see in what they reported, as in the room', async () => {
  await using scene = await openScene()
  const { club, mia, moderator, guest, postReported } = scene
  const [eve, zoe] = [await guest({ username: 'Eve' }), await guest({ username: 'Zoe' })]
  await club.call(eve, blockMember, { params: { memberId: mia.userId } })
  const target = await postReported('@Eve and @Zoe, come over')
  const { number, text } = await reportTarget(club, mia, target)
  const shown = '@… and @Zoe, come over'
  const hidden = '@… and @…, come over'
  expect(text).toBe(shown)
  const read = async () => {
    const got = await club.call(mia, getReport, { params: { number } })
    return got.ok ? got.answer.text : got.code
  }
  const hide = (isHidden: boolean) => club.call(zoe, setHidden, { body: { isHidden } })
  await hide(true)
  expect(await read()).toBe(hidden)
  await hide(false)
  expect(await read()).toBe(shown)
  expect(await club.call(mia, listReports, { query: {} })).toMatchObject({
    answer: { reports: [{ text: shown }] },
  })
  // the desk judges the words as they stood, and learns nothing else of whom they name
  const [line] = await queue(club, moderator)
  const { evidence } = await readFileAtDesk(club, moderator, line!.id)
  expect(evidence).toMatchObject([{ text: '@Eve and @Zoe, come over' }])
  expect(JSON.stringify(evidence)).not.toContain(zoe.userId)
  // a report of before says nothing of whom its words name: by what members are called now
  const { strongbox } = club.app
  const row = await club.db.row<{ id: string; sealed: Buffer }>(
    sql`select id, sealed from evidence`,
  )
  const kept = await strongbox.open('evidence', row!.id, row!.sealed)
  const before = { ...(JSON.parse(kept.toString()) as object), mentions: undefined }
  const sealed = await strongbox.seal('evidence', row!.id, Buffer.from(JSON.stringify(before)))
  await club.db.run(sql`update evidence set sealed = ${sealed}`)
  expect(await read()).toBe(shown)
  await club.db.run(sql`update evidence set sealed = ${row!.sealed}`)
  await club.db.run(sql`delete from users where id = ${zoe.userId}`)
  expect(await read()).toBe(hidden)
})

test('staff receive an event about a report at once; members do not', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  const streams = await Promise.all([
    club.follow(await club.member({ isModerator: true })),
    club.follow(await club.member({ isAdmin: true })),
  ])
  const deaf = await club.follow(mia)
  await deaf.next('ready')
  const countReports = (listener: (typeof streams)[number]) =>
    listener.events.filter(({ type }) => type === 'reports').length
  for (const stream of streams) await until(() => countReports(stream) === 1)
  await reportTarget(club, mia, profileTarget(tom))
  for (const stream of streams) await until(() => countReports(stream) >= 2)
  expect(countReports(deaf)).toBe(0)
})

test('the member a case is about receives no event of it, staff or not', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  const moderator = await club.member({ isModerator: true })
  const accused = await club.member({ isModerator: true })
  const streams = { other: await club.follow(moderator), own: await club.follow(accused) }
  const countReports = (listener: typeof streams.own) =>
    listener.events.filter(({ type }) => type === 'reports').length
  for (const stream of Object.values(streams)) await until(() => countReports(stream) === 1)
  await reportTarget(club, mia, profileTarget(accused))
  await until(() => countReports(streams.other) === 2)
  // what joins the case, why they were put away, and what is decided, neither
  await reportTarget(club, tom, profileTarget(accused), { reason: 'scam' })
  await until(() => countReports(streams.other) === 3)
  await club.call(mia, muteMember, {
    params: { memberId: accused.userId },
    body: { reason: 'rude' },
  })
  await until(() => countReports(streams.other) === 4)
  const [line] = await queue(club, moderator)
  const decided = await decide(club, moderator, line!.id, { kind: 'no_breach' })
  expect(codeOf(decided)).toBe('ok')
  await until(() => countReports(streams.other) === 5)
  expect(countReports(streams.own)).toBe(1)

  await reportTarget(club, mia, profileTarget(tom))
  await until(() => countReports(streams.own) === 2)
  await until(() => countReports(streams.other) === 6)
})

test('the reader of a report does not see what its reporter’s profile says', async () => {
  await using club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  const moderator = await club.member({ isModerator: true })
  const accused = await club.member({ isAdmin: true })
  await reportTarget(club, mia, profileTarget(accused))
  const [own] = await queue(club, moderator)
  const unfounded = (await readFileAtDesk(club, moderator, own!.id)).latest.map(({ id }) => id)
  expect(codeOf(await decide(club, moderator, own!.id, { kind: 'no_breach', unfounded }))).toBe(
    'ok',
  )
  await club.db.transaction((tx) =>
    impose(tx, club.app, {
      userId: mia.userId,
      kind: 'reporting_warning',
      facts: 'You reported what was no breach.',
      ground: 'terms',
      rule: 'House rules, 9',
      source: 'own',
      caseId: own!.id,
      by: moderator.userId,
    }),
  )
  await reportTarget(club, mia, profileTarget(tom))
  const [open] = await queue(club, accused)
  const reporterBy = async (who: TestMember) =>
    (await readFileAtDesk(club, who, open!.id)).latest[0]!.reporter!
  expect(await reporterBy(accused)).toMatchObject({
    reportsMade: 1,
    reportsUnfounded: 0,
    statements: [],
  })
  expect(await reporterBy(moderator)).toMatchObject({
    reportsMade: 2,
    reportsUnfounded: 1,
    statements: [{ kind: 'reporting_warning' }],
  })
  // nor is that they were reported on their own card, where they report as a member
  await reportTarget(club, accused, profileTarget(tom))
  const cardsBy = async (who: TestMember) =>
    (await readFileAtDesk(club, who, open!.id)).latest.flatMap(({ reporter }) => reporter ?? [])
  const ownBy = async (who: TestMember) =>
    (await cardsBy(who)).find(({ id }) => id === accused.userId)
  expect(await ownBy(accused)).toMatchObject({ reportsAbout: 0, reportsMade: 1 })
  expect(await ownBy(moderator)).toMatchObject({ reportsAbout: 1, reportsMade: 1 })
  const params = { memberId: mia.userId }
  const pageFor = (admin: TestMember) => club.call(admin, readMember, { params })
  expect(await pageFor(accused)).toMatchObject({ answer: { statements: 0 } })
  const other = await club.member({ isAdmin: true })
  expect(await pageFor(other)).toMatchObject({ answer: { statements: 1 } })
})
