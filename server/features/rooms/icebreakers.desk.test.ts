import { expect, test } from 'vitest'
import {
  addQuestion,
  chooseQuestion,
  freeDay,
  listQuestions,
  retireQuestion,
  saveQuestion,
} from '#contract/rooms/icebreakers.ts'
import { enterRoom } from '#contract/rooms/rooms.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { icebreakerOfTheDay } from './icebreakers.service.ts'

const codeOf = (answer: { ok: boolean; code?: string }) => (answer.ok ? 'ok' : (answer.code ?? ''))
const NOON = '2026-11-02T12:00:00Z'
const words = { de: 'Womit beginnt ein guter Abend?', en: 'What does a good evening begin with?' }

async function opened(now = NOON) {
  const club = await openClub({ now })
  const [admin, mia] = [await club.member({ isAdmin: true }), await club.member()]
  const readQuestion = async () => {
    const entered = await club.call(mia, enterRoom, { params: { slug: 'tresen' } })
    if (!entered.ok) throw new Error(entered.code)
    return entered.answer.icebreaker
  }
  return { club, admin, readQuestion }
}
async function listed(club: Club, admin: TestMember) {
  const answer = await club.call(admin, listQuestions, {})
  if (!answer.ok) throw new Error(answer.code)
  return answer.answer
}
async function added(club: Club, admin: TestMember, body = words) {
  const answer = await club.call(admin, addQuestion, { body })
  if (!answer.ok) throw new Error(answer.code)
  return answer.answer
}
/** So that sessions of admins, which end, are no part of it. */
const nextNoon = (club: Club) => club.clock.advance({ days: 1 })

test('whatever is done to the list, today’s question stays until midnight in Berlin', async () => {
  const { club, admin, readQuestion } = await opened()
  await using _ = club
  const today = (await readQuestion())!
  const questionId = today.id
  await added(club, admin)
  expect(await readQuestion()).toEqual(today)
  const changed = { de: 'Ganz anders?', en: 'Quite different?' }
  await club.call(admin, saveQuestion, { params: { questionId }, body: changed })
  expect(await readQuestion()).toEqual(today)
  await club.call(admin, retireQuestion, { params: { questionId }, body: { isRetired: true } })
  expect(await readQuestion()).toEqual(today)
  await club.db.run(sql`update icebreakers set retired_at = now() where id <> ${questionId}`)
  expect(await readQuestion()).toEqual(today)
  expect((await listed(club, admin)).today).toEqual(today)

  club.clock.set('2026-11-02T22:59:59Z')
  expect(await readQuestion()).toEqual(today)
  club.clock.set('2026-11-02T23:00:00Z')
  // all of them are retired: nothing is asked
  expect(await readQuestion()).toBeNull()
})

test('a change of the list before anybody asked does not move the day either', async () => {
  const { club, admin, readQuestion } = await opened()
  await using _ = club
  await using other = await openClub({ now: NOON })
  const untouched = await icebreakerOfTheDay(other.app)
  await added(club, admin)
  expect(await readQuestion()).toEqual(untouched)
})

test('a question given a day is asked on that day, in the words it has by then', async () => {
  const { club, admin, readQuestion } = await opened()
  await using _ = club
  const { id: questionId } = await added(club, admin)
  const day = '2026-11-03'
  const chosen = await club.call(admin, chooseQuestion, { params: { day }, body: { questionId } })
  expect(chosen).toMatchObject({ answer: { chosenFor: [day], askedOn: null } })
  expect((await readQuestion())?.id).not.toBe(questionId)
  const later = { de: 'Womit beginnt Ihr Abend?', en: 'What does your evening begin with?' }
  await club.call(admin, saveQuestion, { params: { questionId }, body: later })
  nextNoon(club)
  expect(await readQuestion()).toEqual({ id: questionId, question: later })
})

test('a question given today is asked from that moment on, for everybody', async () => {
  const { club, admin, readQuestion } = await opened()
  await using _ = club
  const second = await club.secondServer()
  const before = await readQuestion()
  const { id: questionId } = await added(club, admin)
  const params = { day: '2026-11-02' }
  expect(codeOf(await club.call(admin, chooseQuestion, { params, body: { questionId } }))).toBe(
    'ok',
  )
  expect(await readQuestion()).toEqual({ id: questionId, question: words })
  expect(await icebreakerOfTheDay(second.app)).toEqual({ id: questionId, question: words })
  expect(before?.id).not.toBe(questionId)
  // what was asked stays asked: the day is not free any more
  await club.call(admin, freeDay, { params })
  expect((await readQuestion())?.id).toBe(questionId)
})

test('a day can be freed, goes with a question that is retired, and lies within a year', async () => {
  const { club, admin } = await opened()
  await using _ = club
  const { id: questionId } = await added(club, admin)
  const choose = (day: string) =>
    club.call(admin, chooseQuestion, { params: { day }, body: { questionId } })
  for (const day of ['2026-11-05', '2026-11-09']) await choose(day)
  await club.call(admin, freeDay, { params: { day: '2026-11-05' } })
  const line = async () =>
    (await listed(club, admin)).questions.find((question) => question.id === questionId)
  expect(await line()).toMatchObject({ chosenFor: ['2026-11-09'], isRetired: false })
  await club.call(admin, retireQuestion, { params: { questionId }, body: { isRetired: true } })
  expect(await line()).toMatchObject({ chosenFor: [], isRetired: true })
  await club.call(admin, retireQuestion, { params: { questionId }, body: { isRetired: false } })
  expect(await line()).toMatchObject({ isRetired: false })
  for (const day of ['2026-11-01', '2027-11-03'])
    expect(codeOf(await choose(day))).toBe('invalid_input')
  // no calendar of a database has it
  const freed = await club.call(admin, freeDay, { params: { day: '0000-01-01' } })
  expect(codeOf(freed)).toBe('invalid_input')
})

test('what waits for another admin over midnight is done on the day that has begun', async () => {
  const { club, admin, readQuestion } = await opened('2026-11-02T22:59:00Z')
  await using _ = club
  const { id: first } = (await readQuestion())!
  const { id: questionId } = await added(club, admin)
  const choose = (day: string) =>
    club.call(admin, chooseQuestion, { params: { day }, body: { questionId } })
  await choose('2026-11-03')
  const [choosing, retiring] = await club.db.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('icebreakers', 0))`)
    const body = { isRetired: true }
    const waiting = [
      choose('2026-11-02'),
      club.call(admin, retireQuestion, { params: { questionId }, body }),
    ] as const
    await untilSomebodyWaits(club, 2)
    club.clock.set('2026-11-02T23:00:00Z')
    expect((await readQuestion())!.id).toBe(questionId)
    return waiting
  })
  expect(codeOf(await choosing)).toBe('invalid_input')
  expect(codeOf(await retiring)).toBe('ok')
  expect((await readQuestion())!.id).toBe(questionId)
  expect(
    await club.db.row(sql`
    select icebreaker_id as id from icebreaker_days where day = '2026-11-02'`),
  ).toEqual({ id: first })
})

test('nothing is asked twice within a week, however often the list changes', async () => {
  const { club, admin } = await opened()
  await using _ = club
  const questions: string[] = []
  for (let day = 0; day < 24; day += 1) {
    questions.push((await icebreakerOfTheDay(club.app))!.id)
    if (day % 3 === 0) {
      const { cookie } = await club.session(admin)
      const body = { de: `Frage ${day}?`, en: `Question ${day}?` }
      await added(club, { ...admin, cookie }, body)
    }
    nextNoon(club)
  }
  for (let day = 7; day < questions.length; day += 1)
    expect(questions.slice(day - 7, day)).not.toContain(questions[day])
})

test('of those who ask first on a day at once, all read the same', async () => {
  await using club = await openClub({ now: NOON })
  const second = await club.secondServer()
  const read = await Promise.all(
    [club.app, second.app, club.app, second.app].map((app) => icebreakerOfTheDay(app)),
  )
  expect(new Set(read.map((one) => one?.id)).size).toBe(1)
})

test('a question is there once, also for two admins at once; both languages are needed', async () => {
  const { club, admin } = await opened()
  await using _ = club
  const other = await club.member({ isAdmin: true })
  const answers = await Promise.all(
    [admin, other].map((one) => club.call(one, addQuestion, { body: words })),
  )
  expect(answers.map(codeOf).sort()).toEqual(['23505', 'ok'])
  const wrong = await club.call(admin, addQuestion, {
    body: { de: ' ', en: 'x'.repeat(201) },
  })
  expect(wrong).toMatchObject({
    code: 'invalid_input',
    body: {
      errors: [
        { path: 'de', message: 'text_missing' },
        { path: 'en', message: 'text_too_long' },
      ],
    },
  })
})

test('of two admins who each correct one language of a question, neither undoes the other', async () => {
  const { club, admin } = await opened()
  await using _ = club
  const other = await club.member({ isAdmin: true })
  const { id: questionId } = await added(club, admin)
  const params = { questionId }
  const save = (as: TestMember, body: Partial<typeof words>) =>
    club.call(as, saveQuestion, { params, body })
  await Promise.all([save(admin, { de: 'Wie fängt es an?' }), save(other, { en: 'How so?' })])
  const both = { de: 'Wie fängt es an?', en: 'How so?' }
  expect(await save(admin, {})).toMatchObject({ answer: { question: both } })
  // together they would be another question's words
  const taken = await added(club, admin)
  expect(codeOf(await save(admin, { en: taken.question.en }))).toBe('23505')
  expect(await save(admin, {})).toMatchObject({ answer: { question: both } })
})
