import { expect, test } from 'vitest'
import { endMemberSessions } from '#contract/accounts/security.ts'
import { listAudit, setClubSettings } from '#contract/admin/admin.ts'
import { issueInvitation, revokeIssued, setDoor } from '#contract/admission/admission.ts'
import { limits } from '#contract/limits.ts'
import { readMember } from '#contract/admin/members.ts'
import { berlinDay } from '#contract/day.ts'
import { appealReport, decideAppeal } from '#contract/moderation/appeals.ts'
import { nameMember, openOwnCase, saveFlaggers } from '#contract/moderation/cases.ts'
import { sendNotice } from '#contract/contact.ts'
import { restrictProcessing } from '#contract/privacy/dataRequests.ts'
import {
  chooseQuestion,
  freeDay,
  listQuestions,
  retireQuestion,
  saveQuestion,
} from '#contract/rooms/icebreakers.ts'
import { moveRoom, openRoom, saveRoom } from '#contract/rooms/roomAdmin.ts'
import { impose } from '#server/features/moderation/moderation.ts'
import { keepRetention } from '#server/features/privacy/retention/retention.service.ts'
import { audit } from '#server/platform/limits/audit.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'
import { ask } from '#testing/privacy/requests.ts'
import {
  postDecision,
  profileTarget,
  queue,
  readFileAtDesk,
  reportTarget,
} from '#testing/moderation/cases.ts'
import { aNotice } from '#testing/moderation/messages.ts'
import { uuid } from '#testing/random.ts'

async function read(club: Club, admin: { cookie: string }, query: Record<string, string> = {}) {
  const answer = await club.call(admin, listAudit, { query })
  if (!answer.ok) throw new Error(answer.code)
  return answer.answer
}

test('the log is read newest first, page after page, by act and by who it was', async () => {
  await using club = await openClub()
  const anna = await club.member({ isAdmin: true, username: 'Anna' })
  const bert = await club.member({ isAdmin: true, username: 'Bert' })
  const mia = await club.member({ username: 'Mia' })
  const at = club.app.now()
  for (let n = 0; n < limits.auditPerPage; n += 1)
    await audit(club.app.db, { at, actorId: bert.userId, action: 'door_set', details: { n } })
  await audit(club.app.db, {
    at,
    actorId: null,
    action: 'review_overdue',
    subjectId: mia.userId,
  })
  const first = await read(club, anna)
  expect(first.hasMore).toBe(true)
  expect(first.entries).toHaveLength(limits.auditPerPage)
  // that it is looked at was written down before it was read
  expect(first.entries[0]).toMatchObject({
    action: 'audit_viewed',
    actor: { username: 'Anna' },
    subject: null,
    details: [],
  })
  expect(first.entries[1]).toMatchObject({
    action: 'review_overdue',
    actor: null,
    subject: { id: mia.userId, username: 'Mia' },
  })
  const rest = await read(club, anna, { before: String(first.entries.at(-1)!.id) })
  expect(rest).toMatchObject({
    hasMore: false,
    entries: [{ details: [{ name: 'n', value: '1' }] }, {}],
  })

  expect(first.actions).toEqual(['audit_viewed', 'door_set', 'review_overdue'])
  expect((await read(club, anna, { action: 'review_overdue' })).entries).toHaveLength(1)
  const berts = await read(club, anna, { actor: 'bert' })
  expect(berts.entries.every(({ actor }) => actor?.username === 'Bert')).toBe(true)
  expect((await read(club, anna, { actor: 'Nobody' })).entries).toEqual([])
  // by the beginning of a name, without regard to case and accents on either side
  const rene = await club.member({ isAdmin: true, username: 'René' })
  await audit(club.app.db, { at, actorId: rene.userId, action: 'door_set' })
  for (const actor of ['rene', 'RÈN'])
    expect((await read(club, anna, { actor })).entries).toMatchObject([
      { actor: { id: rene.userId } },
    ])
  // however often it is looked at within a minute
  expect(await club.app.db.rows(sql`select from audit where action = 'audit_viewed'`)).toHaveLength(
    1,
  )
})

test('of somebody whose account is gone the log keeps an id', async () => {
  await using club = await openClub()
  const anna = await club.member({ isAdmin: true })
  const bert = await club.member({ isAdmin: true })
  await audit(club.app.db, { at: club.app.now(), actorId: bert.userId, action: 'door_set' })
  await club.db.run(sql`delete from users where id = ${bert.userId}`)
  const { entries } = await read(club, anna, { action: 'door_set' })
  expect(entries).toMatchObject([{ actor: { id: bert.userId, username: null } }])
})

test('an admin does not see what the desk did about themselves; another admin does', async () => {
  await using club = await openClub()
  const anna = await club.member({ isAdmin: true })
  const bert = await club.member({ isAdmin: true })
  await reportTarget(club, await club.member(), profileTarget(anna))
  const [open] = await queue(club, bert)
  await postDecision(club, bert, open!.id, { kind: 'no_breach' })
  await club.call(bert, readMember, { params: { memberId: anna.userId } })
  const about = async (admin: TestMember) => {
    const { entries } = await read(club, admin)
    const acts = entries.filter(({ subject }) => subject?.id === anna.userId)
    return acts.map(({ action }) => action)
  }
  expect(await about(bert)).toEqual(['member_viewed', 'case_decided'])
  expect(await about(anna)).toEqual(['member_viewed'])
  expect((await read(club, anna, { action: 'case_decided' })).entries).toEqual([])
})

test('nothing in the log tells somebody that the desk did something about them', async () => {
  await using club = await openClub()
  const anna = await club.member({ isAdmin: true })
  const bert = await club.member({ isAdmin: true })
  const at = club.app.now()
  const note = (entry: Omit<Parameters<typeof audit>[1], 'at' | 'actorId'>) =>
    audit(club.app.db, { at, actorId: bert.userId, ...entry })
  await note({ action: 'door_viewed' })
  const mia = await club.member()
  const { number } = await reportTarget(club, mia, profileTarget(anna))
  const [open] = await queue(club, bert)
  await postDecision(club, bert, open!.id, { kind: 'no_breach' })
  await note({ action: 'door_viewed' })
  // what names the case, or what is in it, alone
  await note({ action: 'table_words_viewed', details: { case: open!.number } })
  await note({ action: 'appeal_decided', subjectId: mia.userId, details: { number } })
  await note({ action: 'door_viewed' })

  const { entries, actions } = await read(club, anna)
  expect(entries.map(({ action }) => action)).toEqual([
    'audit_viewed',
    'door_viewed',
    'door_viewed',
    'cases_viewed',
    'door_viewed',
  ])
  expect(actions.toSorted()).toEqual(['audit_viewed', 'cases_viewed', 'door_viewed'])
  // no number is missing, and a page goes on by them
  const ids = entries.map(({ id }) => id)
  expect(ids).toEqual(ids.map((_, place) => ids[0]! - place))
  const page = async (admin: TestMember, before: number) =>
    (await read(club, admin, { before: String(before) })).entries
  for (const [place, id] of ids.entries())
    expect(await page(anna, id)).toEqual(entries.slice(place + 1))
  const all = await read(club, bert)
  expect(all.actions).toContain('table_words_viewed')
  for (const [place, { id }] of all.entries.entries())
    expect(await page(bert, id)).toEqual(all.entries.slice(place + 1))
})

type Act = () => Promise<{ ok: boolean }>
type Desk = { club: Club; admin: TestMember; mia: TestMember }

async function firstQuestion({ club, admin }: Desk) {
  const listed = await club.call(admin, listQuestions, {})
  if (!listed.ok) throw new Error(listed.code)
  return listed.answer.questions[0]!.id
}

/** What makes something so, each with what it takes beforehand; it says the same however often it is sent. */
const settled: Record<string, (desk: Desk) => Promise<Act>> = {
  'a room’s description': async ({ club, admin }) => {
    const params = { roomSlug: (await club.room()).slug }
    return () => club.call(admin, saveRoom, { params, body: { description: 'Talk.' } })
  },
  'a closed room': async ({ club, admin }) => {
    const params = { roomSlug: (await club.room()).slug }
    return () => club.call(admin, openRoom, { params, body: { isActive: false } })
  },
  'a place among the rooms': async ({ club, admin }) => {
    const params = { roomSlug: 'salon' }
    const { place } = (await club.db.row<{ place: number }>(sql`
      select count(*)::int as place from rooms r, rooms salon where salon.slug = 'salon'
        and (r.position, r.created_at, r.id) < (salon.position, salon.created_at, salon.id)`))!
    const body = { direction: 'down', from: place } as const
    return () => club.call(admin, moveRoom, { params, body })
  },
  'a question’s words': async (desk) => {
    const params = { questionId: await firstQuestion(desk) }
    const body = { de: 'Wohin im Sommer?', en: 'Where to in summer?' }
    return () => desk.club.call(desk.admin, saveQuestion, { params, body })
  },
  'a question that is asked no more': async (desk) => {
    const params = { questionId: await firstQuestion(desk) }
    return () => desk.club.call(desk.admin, retireQuestion, { params, body: { isRetired: true } })
  },
  'the question of a day': async (desk) => {
    const params = { day: berlinDay(new Date(desk.club.app.now().getTime() + 86_400_000)) }
    const body = { questionId: await firstQuestion(desk) }
    return () => desk.club.call(desk.admin, chooseQuestion, { params, body })
  },
  'a day that is free again': async (desk) => {
    const params = { day: berlinDay(new Date(desk.club.app.now().getTime() + 86_400_000)) }
    const body = { questionId: await firstQuestion(desk) }
    await desk.club.call(desk.admin, chooseQuestion, { params, body })
    return () => desk.club.call(desk.admin, freeDay, { params })
  },
  'whose notices are trusted': async ({ club, admin }) => {
    const body = { domains: ['flagger.example'] }
    return () => club.call(admin, saveFlaggers, { body })
  },
  'an invitation taken back': async ({ club, admin }) => {
    const issued = await club.call(admin, issueInvitation, { body: { days: 7, maxUses: 1 } })
    const params = { invitationId: issued.ok ? issued.answer.invitation.id : '' }
    return () => club.call(admin, revokeIssued, { params })
  },
  'the door': async ({ club, admin }) => {
    const body = { admission: 'invitation', invitationsPerMember: 4 } as const
    return () => club.call(admin, setDoor, { body })
  },
  'how much an answer gives away': async ({ club, admin }) => {
    return () => club.call(admin, setClubSettings, { body: { isDiscreet: true } })
  },
  'a restriction': async ({ club, admin, mia }) => {
    const { id: requestId } = await ask(club, mia, 'restriction')
    const body = { isRestricted: true }
    return () => club.call(admin, restrictProcessing, { params: { requestId }, body })
  },
  'a case of their own': async ({ club, admin, mia }) => {
    const body = { target: profileTarget(mia) }
    return () => club.call(admin, openOwnCase, { body })
  },
  'an end of sessions': async ({ club, admin, mia }) => {
    const params = { userId: mia.userId }
    return () => club.call(admin, endMemberSessions, { params })
  },
}

test.each(Object.keys(settled))('%s leaves one trace, however often it is sent', async (name) => {
  const config = { emailConfirmation: 'required' } as const
  await using club = await openClub({ now: '2026-05-04T20:00:00Z', config })
  const [admin, mia] = [await club.member({ isAdmin: true }), await club.member()]
  await proveSession(club, admin)
  const act = await settled[name]!({ club, admin, mia })
  const count = async () => {
    const row = await club.db.row<{ count: number }>(
      sql`select count(*)::int as count from audit where action !~ 'viewed'`,
    )
    return row!.count
  }
  const before = await count()
  for (let times = 0; times < 3; times += 1) expect(await act()).toMatchObject({ ok: true })
  expect(await count()).toBe(before + 1)
})

test('nor does it once the case is over and deleted, or joined with another', async () => {
  await using club = await openClub({ now: '2026-03-01T12:00:00Z' })
  const anna = await club.member({ isAdmin: true, username: 'Anna' })
  const [bert, cleo] = [await club.member({ isAdmin: true }), await club.member({ isAdmin: true })]
  const mia = await club.member()
  const { number } = await reportTarget(club, mia, profileTarget(anna))
  const notice = aNotice({ kind: 'fraud', name: 'A neighbour', email: 'neighbour@example.org' })
  expect(await club.call(null, sendNotice, { body: notice })).toMatchObject({ ok: true })
  const cases = await queue(club, bert)
  for (const { id } of cases) await readFileAtDesk(club, bert, id)
  const [unnamed, open] = ['fraud', 'harassment'].map((reason) =>
    cases.find(({ reasons }) => reasons.some((one) => one === reason)),
  )
  const naming = { params: { caseId: unnamed!.id }, body: { username: 'Anna' } }
  expect(await club.call(bert, nameMember, naming)).toMatchObject({ ok: true })
  await postDecision(club, bert, open!.id, { kind: 'no_breach' })
  await club.db.transaction((tx) =>
    impose(tx, club.app, {
      userId: mia.userId,
      kind: 'reporting_warning',
      facts: 'You reported what was no breach.',
      ground: 'terms',
      rule: 'House rules, 9',
      source: 'own',
      caseId: open!.id,
      by: bert.userId,
    }),
  )
  const objection = { id: uuid(), text: 'It was a breach.' }
  await club.call(mia, appealReport, { params: { number }, body: objection })
  const params = { appealId: objection.id }
  const answer = { isGranted: false, answer: 'It stands.' }
  expect(await club.call(cleo, decideAppeal, { params, body: answer })).toMatchObject({ ok: true })

  const actsFor = async (admin: TestMember) =>
    (await read(club, await club.session(admin))).actions.filter((act) =>
      /^(case_|restriction_|appeal_)/.test(act),
    )
  const whole = ['appeal_decided', 'case_assigned', 'case_decided', 'case_viewed']
  expect(await actsFor(anna)).toEqual([])
  expect(await actsFor(bert)).toEqual([...whole, 'restriction_imposed'])
  club.clock.set('2027-06-01T12:00:00Z')
  await keepRetention(club.app)
  expect(await club.db.rows(sql`select from cases`)).toEqual([])
  expect(await actsFor(anna)).toEqual([])
  expect(await actsFor(bert)).toEqual([...whole, 'restriction_imposed'])
})
