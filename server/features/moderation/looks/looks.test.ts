import { expect, test } from 'vitest'
import { appealReport, decideAppeal } from '#contract/moderation/appeals.ts'
import { answerHandover, getHandoverPackage, proposeHandover } from '#contract/moderation/cases.ts'
import { listLooks } from '#contract/privacy/ownData.ts'
import { sql } from '#server/platform/database/database.ts'
import { openTableForTwo, say } from '#testing/fixtures/tables.ts'
import { proveSession, readTraces } from '#testing/fixtures/submissions.ts'
import {
  GROUNDS,
  postDecision,
  profileTarget,
  queue,
  readFileAtDesk,
  reportTarget,
} from '#testing/moderation/cases.ts'
import { downloadCopy } from '#testing/privacy/exports.ts'
import { uuid } from '#testing/random.ts'

const NOW = '2026-05-04T20:00:00.000Z'
const at = (time: string) => `2026-05-04T${time}.000Z`

/** Mia reported what Ben said at their table. */
async function openScene() {
  const opened = await openTableForTwo({ now: NOW })
  const { club, mia, ben, tableId } = opened
  const moderator = await club.member({ isModerator: true })
  const [first, second] = [
    await club.member({ isAdmin: true }),
    await club.member({ isAdmin: true }),
  ]
  const { id } = await say(club, ben, tableId, 'you are awful')
  const report = await reportTarget(club, mia, { kind: 'message', id })
  const [line] = await queue(club, moderator)
  const looks = async (who: { cookie: string }) => {
    const got = await club.call(who, listLooks, {})
    if (!got.ok) throw new Error(got.code)
    return got.answer.looks
  }
  const read = (who = moderator) => readFileAtDesk(club, who, line!.id)
  const { id: caseId, number } = line!
  const staff = { moderator, first, second }
  const dispose = () => opened[Symbol.asyncDispose]()
  return {
    ...opened,
    ...staff,
    report,
    caseId,
    number,
    looks,
    read,
    [Symbol.asyncDispose]: dispose,
  }
}

test('the reporter sees each look at once, the other once it is decided, and nobody sees who looked', async () => {
  await using scene = await openScene()
  const { club, mia, ben, eve, moderator, first, caseId, number, looks, read } = scene
  // neither the report nor the list of cases is a reading
  expect(await looks(mia)).toEqual([])
  await read()
  club.clock.advance({ minutes: 5 })
  await read(first)
  const reported = [
    { at: at('20:05:00'), capacity: 'admin', caseNumber: number, isAbout: false },
    { at: at('20:00:00'), capacity: 'moderator', caseNumber: number, isAbout: false },
  ]
  expect(await looks(mia)).toEqual(reported)
  for (const who of [ben, eve, moderator]) expect(await looks(who)).toEqual([])

  club.clock.advance({ minutes: 5 })
  await postDecision(club, moderator, caseId, { kind: 'warn', grounds: GROUNDS })
  // the answer to the deciding moderator is one more
  const decided = { at: at('20:10:00'), capacity: 'moderator', caseNumber: number, isAbout: false }
  expect(await looks(mia)).toEqual([decided, ...reported])
  const listed = await looks(ben)
  expect(listed).toEqual([decided, ...reported].map((look) => ({ ...look, isAbout: true })))
  for (const name of [mia, moderator, first].flatMap(({ userId, username }) => [userId, username]))
    expect(JSON.stringify(listed)).not.toContain(name)
  expect(await looks(eve)).toEqual([])
})

test('each reading is on record before it is answered, one a minute, and names nobody it is about', async () => {
  await using scene = await openScene()
  const { club, mia, ben, tableId, moderator, number, looks, read } = scene
  const traces = async () =>
    (await readTraces(club)).filter(({ action }) => action === 'table_words_viewed')
  for (let times = 0; times < 3; times += 1) await read()
  expect(await traces()).toEqual([
    {
      action: 'table_words_viewed',
      actorId: moderator.userId,
      subjectId: null,
      details: { case: number, capacity: 'moderator' },
    },
  ])
  // what was reported since was not read yet
  const { id } = await say(club, ben, tableId, 'and stupid')
  await reportTarget(club, mia, { kind: 'message', id })
  await read()
  club.clock.advance({ minutes: 1, seconds: 1 })
  await read()
  expect(await traces()).toHaveLength(3)
  expect(await looks(mia)).toHaveLength(3)
})

test('a case without words of a table is read without a word to anybody', async () => {
  await using scene = await openScene()
  const { club, mia, ben, eve, moderator, looks } = scene
  await reportTarget(club, mia, profileTarget(eve))
  const line = (await queue(club, moderator)).find(({ username }) => username === 'Eve')!
  await readFileAtDesk(club, moderator, line.id)
  await postDecision(club, moderator, line.id, { kind: 'warn', grounds: GROUNDS })
  for (const who of [mia, ben, eve]) expect(await looks(who)).toEqual([])
})

test('a handover to the authorities counts as a look, and does not name the reporter', async () => {
  await using scene = await openScene()
  const { club, mia, ben, tableId, first, second, caseId, number, looks } = scene
  await say(club, mia, tableId, 'leave me alone')
  const later = await say(club, ben, tableId, 'never')
  await reportTarget(club, mia, { kind: 'message', id: later.id })
  const params = { caseId }
  const made = await club.call(first, proposeHandover, { params, body: { facts: 'A threat.' } })
  if (!made.ok) throw new Error(made.code)
  await proveSession(club, second)
  const { id: handoverId } = made.answer
  await club.call(second, answerHandover, { params: { handoverId }, body: { isConfirmed: true } })
  expect(await looks(mia)).toEqual([])
  const path = getHandoverPackage.path.replace(':handoverId', handoverId)
  const answer = await fetch(club.url + path, { headers: { cookie: second.cookie } })
  const { content } = (await answer.json()) as { content: object[] }
  const evidenceText = JSON.stringify(content)
  expect(evidenceText).toContain('you are awful')
  expect(evidenceText).toContain('leave me alone')
  expect(evidenceText).not.toContain(`"${mia.username}"`)
  expect(await looks(mia)).toEqual([
    { at: NOW, capacity: 'admin', caseNumber: number, isAbout: false },
  ])
})

test('a case that is decided again shows nothing of its second look before the second decision', async () => {
  await using scene = await openScene()
  const { club, mia, ben, moderator, first, second, caseId, report, looks, read } = scene
  await postDecision(club, moderator, caseId, { kind: 'no_breach' })
  expect(await looks(ben)).toHaveLength(1)
  const id = uuid()
  const objection = { params: { number: report.number }, body: { id, text: 'Please look again.' } }
  await club.call(mia, appealReport, objection)
  const body = { isGranted: true, answer: 'We will.' }
  expect((await club.call(first, decideAppeal, { params: { appealId: id }, body })).ok).toBe(true)
  club.clock.advance({ minutes: 5 })
  await read(second)
  expect([await looks(mia), await looks(ben)].map(({ length }) => length)).toEqual([2, 1])
  await postDecision(club, second, caseId, { kind: 'warn', grounds: GROUNDS })
  expect((await looks(ben)).map(({ capacity }) => capacity)).toEqual(['admin', 'moderator'])
})

test('the copy of one’s data tells of them at the same time, and before a decision of no case', async () => {
  await using scene = await openScene()
  const { club, mia, ben, moderator, caseId, number, read } = scene
  await read()
  const copyOf = async (who: { cookie: string; userId: string }) => {
    const { json, text } = await downloadCopy(club, who)
    const { data } = json as unknown as { data: Record<string, { items: object[] }> }
    return { text, looks: data['looks']!.items, traces: JSON.stringify(data['audit']!.items) }
  }
  const look = { lookedAt: NOW, capacity: 'moderator', case: number }
  expect((await copyOf(mia)).looks).toMatchObject([{ ...look, isAbout: false }])
  const before = await copyOf(ben)
  expect(before.looks).toEqual([])
  expect(before.traces).not.toMatch(/case|evidence|table_words/)
  expect(before.text).not.toContain(number)
  await postDecision(club, moderator, caseId, { kind: 'warn', grounds: GROUNDS })
  await club.db.run(sql`update exports set requested_at = requested_at - interval '1 day'`)
  expect((await copyOf(ben)).looks).toMatchObject([{ ...look, isAbout: true }])
})
