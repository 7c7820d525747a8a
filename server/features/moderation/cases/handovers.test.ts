import { expect, test } from 'vitest'
import { sendNotice } from '#contract/contact.ts'
import {
  answerHandover,
  exportDeskFigures,
  getDeskFigures,
  getHandoverPackage,
  nameMember,
  proposeHandover,
} from '#contract/moderation/cases.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import {
  postDecision,
  readFileAtDesk,
  GROUNDS,
  profileTarget,
  queue,
  reportTarget,
} from '#testing/moderation/cases.ts'
import { aNotice } from '#testing/moderation/messages.ts'
import { downloadCopy } from '#testing/privacy/exports.ts'
import { runJob } from '#testing/privacy/retention.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'

const NOW = '2026-05-04T20:00:00Z'
const codeOf = (answer: { ok: boolean; code?: string }) =>
  answer.ok ? 'ok' : (answer.code ?? 'none')

async function openScene() {
  const club = await openClub({ now: NOW })
  const [mia, tom] = [await club.member(), await club.member()]
  const moderator = await club.member({ isModerator: true })
  const [first, second] = [
    await club.member({ isAdmin: true }),
    await club.member({ isAdmin: true }),
  ]
  await reportTarget(club, mia, profileTarget(tom), { reason: 'threat' })
  const [line] = await queue(club, moderator)
  for (const admin of [first, second]) await proveSession(club, admin)
  const caseId = line!.id
  const propose = (who: TestMember) =>
    club.call(who, proposeHandover, { params: { caseId }, body: { facts: 'He wants to kill.' } })
  return {
    club,
    mia,
    tom,
    moderator,
    first,
    second,
    caseId,
    propose,
    [Symbol.asyncDispose]: () => club[Symbol.asyncDispose](),
  }
}
const confirm = (club: Club, who: TestMember, handoverId: string, isConfirmed = true) =>
  club.call(who, answerHandover, { params: { handoverId }, body: { isConfirmed } })
const read = (club: Club, who: TestMember, handoverId: string) =>
  fetch(club.url + getHandoverPackage.path.replace(':handoverId', handoverId), {
    headers: { cookie: who.cookie },
  })

test('what goes to the authorities takes two: one proposes, another admin confirms', async () => {
  await using scene = await openScene()
  const { club, tom, moderator, first, second, caseId, propose } = scene
  const made = await propose(first)
  if (!made.ok) throw new Error(made.code)
  const { id } = made.answer
  expect(made.answer).toMatchObject({ state: 'proposed', refusal: 'same_decider' })
  expect(codeOf(await propose(moderator))).toBe('already_pending')
  expect((await queue(club, moderator))[0]!.awaitsSecond).toBe(true)
  expect(codeOf(await confirm(club, first, id))).toBe('same_decider')
  expect(codeOf(await confirm(club, moderator, id))).toBe('42501')
  expect((await read(club, second, id)).status).toBe(404)
  const both = await Promise.all([confirm(club, second, id), confirm(club, second, id, false)])
  expect(both.map(codeOf).sort()).toEqual(['already_decided', 'ok'])
  await expect(
    club.db.run(sql`update handovers set answered_by = proposed_by`),
  ).rejects.toMatchObject({ code: '23514' })
  const state = (await readFileAtDesk(club, moderator, caseId)).handovers[0]!.state
  if (state === 'refused') return
  const file = (await (await read(club, second, id)).json()) as Record<string, object>
  expect(file).toMatchObject({
    facts: 'He wants to kill.',
    suspect: { username: tom.username, email: tom.email },
    content: [{ kind: 'profile', author: tom.username }],
  })
  // the case is still to be decided
  expect((await readFileAtDesk(club, moderator, caseId)).state).toBe('open')
})

test('a handover whose proposer is no longer staff cannot be confirmed; it is proposed again', async () => {
  await using scene = await openScene()
  const { club, moderator, first, second, caseId, propose } = scene
  const made = await propose(moderator)
  if (!made.ok) throw new Error(made.code)
  const { id } = made.answer
  const standing = async () => ({
    states: (await readFileAtDesk(club, second, caseId)).handovers.map(({ state }) => state),
    awaits: (await queue(club, second))[0]!.awaitsSecond,
  })
  await club.db.run(sql`delete from user_roles where user_id = ${moderator.userId}`)
  expect(codeOf(await confirm(club, second, id))).toBe('already_decided')
  expect((await read(club, second, id)).status).toBe(404)
  expect(await standing()).toEqual({ states: ['refused'], awaits: false })
  club.clock.advance({ minutes: 1 })
  const both = await Promise.all([propose(first), propose(second)])
  expect(both.map(codeOf).sort()).toEqual(['already_pending', 'ok'])
  expect(await standing()).toEqual({ states: ['proposed', 'refused'], awaits: true })
  // back in their role, it is over all the same
  await club.db.run(sql`
    insert into user_roles (user_id, role) values (${moderator.userId}, 'moderator')`)
  const [answers, answered] = both[0].ok ? [second, both[0]] : [first, both[1]]
  expect(codeOf(await confirm(club, answers, id))).toBe('already_decided')
  expect(codeOf(await confirm(club, answers, answered.ok ? answered.answer.id : id))).toBe('ok')
})

test('what waits of somebody who left the staff keeps no notice from the case of its member', async () => {
  await using scene = await openScene()
  const { club, tom, moderator, first, second, caseId, propose } = scene
  await club.call(null, sendNotice, { body: aNotice() })
  const notice = (await queue(club, first)).find(({ id }) => id !== caseId)!
  const params = { caseId: notice.id }
  const facts = 'He announced a killing.'
  await club.call(moderator, proposeHandover, { params, body: { facts } })
  club.clock.advance({ minutes: 1 })
  await propose(first)
  await club.db.run(sql`delete from users where id = ${moderator.userId}`)
  const body = { username: tom.username }
  expect(await club.call(second, nameMember, { params, body })).toMatchObject({
    answer: { caseId },
  })
  expect((await readFileAtDesk(club, second, caseId)).handovers).toMatchObject([
    { facts: 'He wants to kill.', state: 'proposed' },
    { facts, state: 'refused' },
  ])
})

test('the package asks for a fresh proof, and names nobody who reported', async () => {
  await using scene = await openScene()
  const { club, mia, first, second, propose } = scene
  const made = await propose(first)
  if (!made.ok) throw new Error(made.code)
  const { id } = made.answer
  expect(codeOf(await confirm(club, second, id))).toBe('ok')
  expect(await (await read(club, first, id)).text()).not.toContain(mia.username)
  club.clock.advance({ minutes: 11 })
  expect((await read(club, first, id)).status).toBe(403)
  expect(codeOf(await confirm(club, second, id))).toBe('proof_needed')
})

test('what the authorities are told of a notice stays when its member is named; of two that wait one is answered first', async () => {
  await using scene = await openScene()
  const { club, tom, first, second, caseId, propose } = scene
  await club.call(null, sendNotice, { body: aNotice() })
  const notice = (await queue(club, first)).find(({ id }) => id !== caseId)!
  const params = { caseId: notice.id }
  const body = { facts: 'He announced a killing.' }
  const made = await club.call(first, proposeHandover, { params, body })
  club.clock.advance({ minutes: 1 })
  const other = await propose(first)
  if (!made.ok || !other.ok) throw new Error('refused')
  const name = () => club.call(second, nameMember, { params, body: { username: tom.username } })
  expect(codeOf(await name())).toBe('already_pending')
  expect((await readFileAtDesk(club, first, notice.id)).handovers).toHaveLength(1)
  expect(codeOf(await confirm(club, second, made.answer.id))).toBe('ok')
  expect(await name()).toMatchObject({ answer: { caseId } })
  expect((await readFileAtDesk(club, first, caseId)).handovers).toMatchObject([
    { facts: 'He wants to kill.', state: 'proposed' },
    { facts: 'He announced a killing.', state: 'confirmed' },
  ])
  const file = await (await read(club, second, made.answer.id)).json()
  expect(file).toMatchObject({ suspect: { username: tom.username } })
})

test('what is proposed while its notice joins another case is refused, not lost without a word', async () => {
  await using scene = await openScene()
  const { club, tom, first, second, caseId } = scene
  await club.call(null, sendNotice, { body: aNotice() })
  const notice = (await queue(club, first)).find(({ id }) => id !== caseId)!
  const params = { caseId: notice.id }
  const [naming, proposing] = await club.db.transaction(async (tx) => {
    await tx.run(sql`select from cases where id = ${notice.id} for update`)
    const body = { username: tom.username }
    const named = club.call(second, nameMember, { params, body })
    await untilSomebodyWaits(club)
    const facts = 'He announced a killing.'
    const proposed = club.call(first, proposeHandover, { params, body: { facts } })
    await untilSomebodyWaits(club, 2)
    return [named, proposed] as const
  })
  expect(await naming).toMatchObject({ answer: { caseId } })
  expect(codeOf(await proposing)).toBe('PGRST116')
})

test('evidence handed to the authorities is held for three years, other evidence for one', async () => {
  await using scene = await openScene()
  const { club, mia, moderator, first, second, caseId, propose } = scene
  const made = await propose(first)
  if (made.ok) await confirm(club, second, made.answer.id)
  await reportTarget(club, mia, profileTarget(moderator))
  for (const { id } of await queue(club, second))
    await postDecision(club, second, id, { kind: 'warn', grounds: GROUNDS })
  const left = async () => {
    await runJob(club)
    return (await club.db.rows<{ caseId: string }>(sql`select case_id from evidence`)).map(
      (one) => one.caseId,
    )
  }
  expect(await left()).toHaveLength(2)
  club.clock.advance({ days: 367 })
  expect(await left()).toEqual([caseId])
  club.clock.advance({ days: 731 })
  expect(await left()).toEqual([])
  expect(await club.db.rows(sql`select from statements`)).toEqual([])
})

test('the numbers of a year are what happened in it', async () => {
  await using scene = await openScene()
  const { club, moderator, caseId } = scene
  club.clock.advance({ minutes: 30 })
  await postDecision(club, moderator, caseId, { kind: 'warn', grounds: GROUNDS })
  await club.db.run(sql`
    insert into monthly_recipients values ('2026-03-01', 10), ('2026-04-01', 20), ('2026-05-01', 99)`)
  const figures = await club.call(moderator, getDeskFigures, { query: { year: '2026' } })
  expect(figures).toMatchObject({
    answer: {
      year: 2026,
      reports: 1,
      notices: 0,
      fromTrusted: 0,
      byReason: [{ key: 'threat', count: 1 }],
      cases: { opened: 1, decided: 1, overdue: 0 },
      medianMinutes: 30,
      decisions: [{ key: 'warn', count: 1 }],
      statements: [{ key: 'warning', count: 1 }],
      appeals: { made: 0, granted: 0, refused: 0, open: 0 },
      appealMedianMinutes: null,
      handovers: 0,
      monthlyRecipients: 15,
    },
  })
  const other = await club.call(moderator, getDeskFigures, { query: { year: '2025' } })
  expect(other).toMatchObject({ answer: { reports: 0, medianMinutes: null, decisions: [] } })
  const csv = await fetch(`${club.url}${exportDeskFigures.path}?year=2026`, {
    headers: { cookie: moderator.cookie },
  })
  expect(await csv.text()).toContain('byReason,threat,1\r\n')
})

test('whom it is about does not read in the copy of their data that something went to the authorities', async () => {
  await using scene = await openScene()
  const { club, tom, moderator, first, second, caseId, propose } = scene
  const made = await propose(first)
  if (!made.ok) throw new Error(made.code)
  const { id } = made.answer
  expect(codeOf(await confirm(club, second, id))).toBe('ok')
  expect((await read(club, second, id)).status).toBe(200)
  await postDecision(club, moderator, caseId, { kind: 'warn', grounds: GROUNDS })
  const actsIn = async (who: TestMember) => {
    const { json } = await downloadCopy(club, who)
    const { data } = json as unknown as { data: Record<string, { items: { action: string }[] }> }
    return data['audit']!.items.map(({ action }) => action)
  }
  const told = await actsIn(tom)
  expect(told).toContain('case_decided')
  expect(told.filter((action) => action.startsWith('handover'))).toEqual([])
  // who did it reads of what they did
  expect(await actsIn(second)).toContain('handover_answered')
})

test('who was seen in a month is counted, and the most of it kept', async () => {
  await using scene = await openScene()
  const { club, mia, tom } = scene
  await club.db.run(
    sql`update users set last_seen_on = '2026-05-02' where id in (${mia.userId}, ${tom.userId})`,
  )
  const count = async () => {
    await club.app.jobs.send(club.db, 'remind_desk', {})
    await club.app.jobs.drain()
    return club.db.rows(sql`select month, count from monthly_recipients`)
  }
  expect(await count()).toEqual([{ month: '2026-05-01', count: 2 }])
  await club.db.run(sql`delete from users where id = ${tom.userId}`)
  expect(await count()).toEqual([{ month: '2026-05-01', count: 2 }])
})
