import { limits } from '#contract/limits.ts'
import { expect, test } from 'vitest'
import { enterRoom, leaveRoom } from '#contract/rooms/rooms.ts'
import { sql } from '#server/platform/database/database.ts'
import { lounge, openLounge } from '#testing/fixtures/lounge.ts'
import { uuid } from '#testing/random.ts'

test('posts are listed newest first, with author, city and time', async () => {
  await using opened = await openLounge({ now: '2026-05-01T20:00:00.123Z' })
  const { guest, post, list } = opened
  const mia = await guest({ username: 'Mia', city: 'Köln' })
  const tom = await guest({ username: 'Tom', city: null })
  const id = uuid()
  await post(mia, { id, text: 'first' })
  await post(tom, { text: 'second' })

  expect(await list(tom)).toMatchObject({
    ok: true,
    answer: {
      posts: [
        { number: 2, text: 'second', author: { id: tom.userId, username: 'Tom', city: null } },
        {
          id,
          number: 1,
          text: 'first',
          author: { id: mia.userId, username: 'Mia', city: 'Köln' },
          createdAt: '2026-05-01T20:00:00.123Z',
          icebreakerId: null,
        },
      ],
      from: 1,
      to: 2,
      latest: 2,
    },
  })
})

test('an empty room answers an empty page', async () => {
  await using opened = await openLounge()
  const { guest, list } = opened
  expect(await list(await guest())).toMatchObject({
    answer: { posts: [], from: 1, to: 0, latest: 0 },
  })
})

test('what posting answers is what everybody reads', async () => {
  await using opened = await openLounge()
  const { guest, post, list } = opened
  const mia = await guest()
  const made = await post(mia, { id: uuid().toUpperCase() })
  const read = await list(await guest())
  expect(read.ok && { ...read.answer.posts[0], left: null }).toEqual(made.ok && made.answer)
})

test.each([
  ['keeps line breaks', 'one\r\ntwo\n\nthree', 'one\ntwo\n\nthree'],
  ['keeps markup as the text it is', '<b onclick="x()">&amp;</b>', '<b onclick="x()">&amp;</b>'],
  ['trims', '  hello \n', 'hello'],
  ['drops what could disguise it', 'a\u202Eb\u0000c', 'abc'],
  ['composes characters', 'u\u0308', 'ü'],
  [
    'takes as many characters as people count',
    '👋'.repeat(limits.postText),
    '👋'.repeat(limits.postText),
  ],
])('a post %s', async (_, text, stored) => {
  await using opened = await openLounge()
  const { guest, post } = opened
  expect(await post(await guest(), { text })).toMatchObject({ answer: { text: stored } })
})

test.each([
  ['an empty post', '', 'post_empty'],
  ['a post of nothing but spaces', ' \n\u200B ', 'post_empty'],
  ['a post that is too long by one', '👋'.repeat(limits.postText + 1), 'post_too_long'],
])('%s is refused beside its field', async (_, text, message) => {
  await using opened = await openLounge()
  const { guest, post } = opened
  expect(await post(await guest(), { text })).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', errors: [{ path: 'text', message }] },
  })
})

test('reading and posting are refused alike to a member who is not in the room', async () => {
  await using opened = await openLounge()
  const { club, post, list } = opened
  const places = [lounge, { slug: 'verified' }, { slug: 'shut' }, { slug: 'platinum' }]
  const [verified, shut, platinum] = [
    await club.room({ slug: 'verified', accessLevel: 'club' }),
    await club.room({ slug: 'shut', isActive: false }),
    await club.room({ slug: 'platinum', accessLevel: 'platinum' }),
  ]
  const mia = await club.member()
  for (const room of [verified, shut, platinum]) await club.join(mia, room)
  const waiting = await club.member({ isAdmitted: false })
  const suspended = await club.member({ suspendedUntil: '2999-01-01T00:00:00Z' })

  const cases = [
    [null, places[0], 'not_signed_in'],
    [suspended, places[0], 'suspended'],
    [waiting, places[0], 'not_admitted'],
    [mia, places[0], 'not_in_room'],
    [mia, places[1], 'room_needs_verification'],
    [mia, places[2], 'room_not_found'],
    [mia, places[3], 'room_closed'],
    [mia, { slug: 'nowhere' }, 'room_not_found'],
  ] as const
  for (const [who, params, code] of cases) {
    expect(await list(who, params)).toMatchObject({ ok: false, code })
    expect(await post(who, {}, params)).toMatchObject({ ok: false, code })
  }
})

test('a member who leaves a room or loses the right to it reads and posts no more', async () => {
  await using opened = await openLounge()
  const { club, post, list } = opened
  const params = { slug: 'kaminzimmer' }
  const mia = await club.member({ verificationStatus: 'verified' })
  await club.call(mia, enterRoom, { params })
  expect(await post(mia, {}, params)).toMatchObject({ ok: true })

  await club.db.run(sql`
    update profiles set verification_status = 'rejected', verified_at = null,
      verification_method = 'none' where id = ${mia.userId}`)
  expect(await post(mia, {}, params)).toMatchObject({ code: 'room_needs_verification' })
  expect(await list(mia, params)).toMatchObject({ code: 'room_needs_verification' })

  await club.call(mia, enterRoom, { params: { slug: 'salon' } })
  await club.call(mia, leaveRoom, { params: { slug: 'salon' } })
  expect(await post(mia, {}, { slug: 'salon' })).toMatchObject({ code: 'not_in_room' })
  expect(await list(mia, { slug: 'salon' })).toMatchObject({ code: 'not_in_room' })
})

test('an answer to an icebreaker is marked as one; a question nobody asked is not', async () => {
  await using opened = await openLounge()
  const { club, guest, post, list } = opened
  const mia = await guest()
  const entry = await club.call(mia, enterRoom, { params: lounge })
  const icebreakerId = (entry.ok && entry.answer.icebreaker?.id) || ''
  expect(await post(mia, { icebreakerId })).toMatchObject({ answer: { icebreakerId } })
  await post(mia, { icebreakerId: uuid() })
  expect(await list(mia)).toMatchObject({
    answer: { posts: [{ icebreakerId: null }, { icebreakerId }] },
  })
})
