import { expect, test } from 'vitest'
import { logIn } from '#contract/accounts/auth.ts'
import { getSession } from '#contract/accounts/session.ts'
import { rates } from '#contract/limits.ts'
import { createPost, listPosts } from '#contract/posts/posts.ts'
import { openBrowser } from '#testing/club/browser.ts'
import { openClub, PASSWORD } from '#testing/club/club.ts'
import { uuid } from '#testing/random.ts'

const NOW = '2026-06-15T12:00:00Z'
const jumps = [{ hours: 1 }, { hours: -1 }]

/** A club with a member in a room, and that member's ways to post and to read. */
async function withMia(now?: string) {
  const club = await openClub(now === undefined ? {} : { now })
  const [mia, room] = [await club.member(), await club.room()]
  await club.join(mia, room)
  const params = { slug: room.slug }
  return {
    club,
    mia,
    post: (text: string) => club.call(mia, createPost, { params, body: { id: uuid(), text } }),
    read: () => club.call(mia, listPosts, { params, query: {} }),
    [Symbol.asyncDispose]: () => club[Symbol.asyncDispose](),
  }
}

test('a clock set back an hour, or set right again, keeps nobody from posting', async () => {
  await using room = await withMia(NOW)
  const { max } = rates.postPerMinute
  for (let number = 1; number <= max; number += 1)
    expect(await room.post('hi')).toHaveProperty('ok', true)
  expect(await room.post('too much')).toMatchObject({ body: { retryAfter: 60 } })
  room.club.clock.advance({ hours: -1 })
  expect(await room.post('an hour earlier')).toMatchObject({ ok: true })
  room.club.clock.advance({ hours: 1, minutes: 1 })
  expect(await room.post('a minute later')).toMatchObject({ ok: true })
})

test('a clock set back an hour keeps nobody out who mistyped a password before', async () => {
  await using club = await openClub({ now: NOW })
  const { email } = await club.member()
  const tryWith = (password: string) => openBrowser(club).call(logIn, { body: { email, password } })
  for (let time = 0; time < rates.logInPerAccount.max; time += 1) await tryWith('wrong password')
  expect(await tryWith(PASSWORD)).toMatchObject({ code: 'too_many_attempts' })
  club.clock.advance({ hours: -1 })
  expect(await tryWith(PASSWORD)).toMatchObject({ ok: true })
})

test.each(jumps)('a clock that jumps by $hours h signs nobody out', async (jump) => {
  await using club = await openClub({ now: NOW })
  const { email } = await club.member()
  const browser = openBrowser(club)
  await browser.call(logIn, { body: { email, password: PASSWORD } })
  for (const by of [jump, { days: 2 }, jump, { hours: -jump.hours }, { seconds: 1 }]) {
    club.clock.advance(by)
    expect(await browser.call(getSession, {})).toMatchObject({ answer: { session: { email } } })
  }
})

test.each(jumps)(
  'streams go on when the clock jumps by $hours h, and bring what is said',
  async (jump) => {
    await using room = await withMia()
    const heard = await room.club.follow(room.mia)
    await heard.next('ready')
    room.club.clock.advance(jump)
    expect(await room.post('after the jump')).toMatchObject({ ok: true })
    expect(await heard.next('post')).toMatchObject({ number: 1, post: { text: 'after the jump' } })
    heard.close()
  },
)

test('posts stay in the order they were said in, whatever the clock made of it', async () => {
  await using room = await withMia(NOW)
  for (const hours of [0, -1, 2, -1]) {
    room.club.clock.advance({ hours })
    await room.post(`after ${hours} h`)
  }
  const page = await room.read()
  if (!page.ok) throw new Error(page.code)
  expect(page.answer.posts.map(({ number, text }) => [number, text])).toEqual([
    [4, 'after -1 h'],
    [3, 'after 2 h'],
    [2, 'after -1 h'],
    [1, 'after 0 h'],
  ])
})
