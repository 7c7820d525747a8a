import { expect, test } from 'vitest'
import { getQuestion, listAnswers } from '#contract/posts/posts.ts'
import { enterRoom } from '#contract/rooms/rooms.ts'
import { markRead } from '#contract/rooms/unread.ts'
import { blockMember } from '#contract/members/blocks.ts'
import { hidePost } from '#contract/members/hiding.ts'
import { sql } from '#server/platform/database/database.ts'
import { lounge, openLounge } from '#testing/fixtures/lounge.ts'

test('today’s answers are those to the question of the club’s day, newest first, page by page', async () => {
  await using opened = await openLounge({
    now: '2026-05-01T20:00:00Z',
    config: { limitsFactor: 100 },
  })
  const { club, guest, post } = opened
  const [mia, tom] = [await guest(), await guest()]
  const entry = await club.call(mia, enterRoom, { params: lounge })
  const icebreaker = (entry.ok && entry.answer.icebreaker) || null
  const icebreakerId = icebreaker?.id ?? ''
  const ask = (who: { cookie: string }, before?: number) =>
    club.call(who, listAnswers, { params: lounge, query: before ? { before } : {} })
  const numbers = async (who: { cookie: string }, before?: number) => {
    const page = await ask(who, before)
    if (!page.ok) throw new Error(page.code)
    return [page.answer.posts.map(({ number }) => number), page.answer.before]
  }
  expect(await ask(mia)).toMatchObject({ answer: { icebreaker, posts: [], before: null } })

  for (let n = 1; n <= 24; n += 1)
    await post(n % 2 ? mia : tom, n % 8 === 0 ? {} : { icebreakerId })
  const answers = Array.from({ length: 24 }, (_, n) => 24 - n).filter((n) => n % 8 !== 0)
  expect(await numbers(tom)).toEqual([answers.slice(0, 20), answers[19]])
  expect(await numbers(tom, answers[19])).toEqual([answers.slice(20), null])

  await club.db.run(
    sql`update posts set removed_at = now(), taken_back_by = user_id where number = 23`,
  )
  await club.call(mia, blockMember, { params: { memberId: tom.userId } })
  // nor does where the page ends tell of an answer that is not for them
  expect(await numbers(tom)).toEqual([answers.filter((n) => n % 2 === 0), null])

  // what was said when the question came up the last time is not today's
  await club.db.run(sql`update posts set created_at = '2026-04-30T21:59:59Z' where number < 20`)
  expect((await numbers(mia))[0]).toEqual([21])
  club.clock.advance({ hours: 3 })
  const tomorrow = await ask(await club.session(mia))
  expect(tomorrow).toMatchObject({ answer: { posts: [] } })
  expect(tomorrow.ok && tomorrow.answer.icebreaker?.id).not.toBe(icebreakerId)
})

type Body = { icebreakerId?: string }

test('the question stands beside the newest answers of the rooms somebody may read, and where they read last', async () => {
  await using opened = await openLounge({ now: '2026-05-01T20:00:00Z' })
  const { club, guest, post } = opened
  const [mia, tom] = [await guest(), await guest({ username: 'Tom' })]
  const attic = await club.room({ slug: 'attic', name: 'Attic' })
  const closet = await club.room({ slug: 'closet' })
  for (const [who, room] of [
    [mia, attic],
    [tom, attic],
    [tom, closet],
  ] as const)
    await club.join(who, room)
  const ask = async (who: { cookie: string }) => {
    const response = await club.call(who, getQuestion, {})
    if (!response.ok) throw new Error(response.code)
    return response.answer
  }
  const said = async (who: { cookie: string }) =>
    (await ask(who)).answers.map(({ room, post: { text } }) => `${room.slug}: ${text}`)
  const { icebreaker } = await ask(mia)
  const icebreakerId = icebreaker?.id ?? ''
  expect(await ask(mia)).toMatchObject({ icebreaker, answers: [] })

  const answer = async (text: string, room = lounge, more: Body = { icebreakerId }) => {
    club.clock.advance({ minutes: 1 })
    const made = await post(tom, { text, ...more }, { slug: room.slug })
    if (!made.ok) throw new Error(made.code)
    return made.answer
  }
  for (const text of ['one', 'two']) await answer(text)
  const seen = await answer('three', attic)
  await answer('nobody of them hears it', closet)
  await answer('no answer', attic, {})
  await answer('four')
  expect(await said(mia)).toEqual(['lounge: four', 'attic: three', 'lounge: two'])
  await club.call(mia, hidePost, { params: { postId: seen.id } })
  expect(await said(mia)).toEqual(['lounge: four', 'lounge: two', 'lounge: one'])

  for (const slug of ['attic', 'lounge']) {
    club.clock.advance({ minutes: 1 })
    await club.call(mia, markRead, { params: { slug }, body: { number: 100 } })
  }
  expect((await ask(mia)).lastRoom).toBe('lounge')

  await club.call(mia, blockMember, { params: { memberId: tom.userId } })
  expect(await said(mia)).toEqual([])
  club.clock.advance({ hours: 5 })
  const tomorrow = await ask(await club.session(mia))
  expect(tomorrow.icebreaker?.id).not.toBe(icebreakerId)
})
