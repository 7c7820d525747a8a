import { expect, test } from 'vitest'
import { listCases } from '#contract/moderation/cases.ts'
import { sql } from '#server/platform/database/database.ts'
import { profileTarget, queue, reportTarget } from '#testing/moderation/cases.ts'
import { openLounge } from '#testing/fixtures/lounge.ts'
import { readTraces } from '#testing/fixtures/submissions.ts'

const NOW = '2026-05-04T20:00:00Z'

test('a case in the list begins with the reported words while their room shows them, and opens nothing sealed', async () => {
  await using scene = await openLounge({ now: NOW })
  const { club, post } = scene
  const [mia, tom, moderator] = [
    await scene.guest(),
    await scene.guest(),
    await club.member({ isModerator: true }),
  ]
  const listed = async () => {
    const words = new Map((await queue(club, moderator)).map((one) => [one.username, one.words]))
    return [words.get(tom.username), words.get(mia.username)]
  }
  // the list has 160 signs of them, and ends before one it would cut
  const begins = 'you are awful, '.repeat(10).padEnd(159, '!')
  const long = `${begins}👩‍👩‍👧‍👦 and more`
  const made = await post(tom, { text: long })
  if (!made.ok) throw new Error(made.code)
  await reportTarget(club, mia, { kind: 'post', id: made.answer.id })
  await reportTarget(club, tom, profileTarget(mia))
  const [words, none] = await listed()
  expect(words).toBe(`${begins}…`)
  // what a profile said is sealed, and read in its case
  expect(none).toBeNull()
  const { db } = club
  for (const [hide, show] of [
    [
      sql`update rooms set is_active = false where id = ${scene.room.id}`,
      sql`update rooms set is_active = true where id = ${scene.room.id}`,
    ],
    [
      sql`update posts set removed_at = ${NOW}, taken_back_by = user_id where id = ${made.answer.id}`,
      null,
    ],
  ] as const) {
    await db.run(hide)
    expect(await listed()).toEqual([null, null])
    if (show) await db.run(show)
  }
  const traces = (await readTraces(club)).map(({ action }) => action)
  expect(traces).toContain('cases_viewed')
  expect(traces).not.toContain('case_viewed')
})

test('nobody but the staff reads the list, and nobody of them about themselves', async () => {
  await using scene = await openLounge({ now: NOW })
  const { club } = scene
  const [mia, jo] = [await scene.guest(), await club.member({ isModerator: true })]
  await club.join(jo, scene.room)
  const made = await scene.post(jo, { text: 'mine' })
  if (!made.ok) throw new Error(made.code)
  await reportTarget(club, mia, { kind: 'post', id: made.answer.id })
  expect(await queue(club, jo)).toEqual([])
  const refused = await club.call(mia, listCases, { query: {} })
  expect(refused.ok).toBe(false)
  const other = await club.member({ isModerator: true })
  expect(await queue(club, other)).toMatchObject([{ words: 'mine', room: 'Room' }])
})
