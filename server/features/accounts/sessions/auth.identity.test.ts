import { expect, test } from 'vitest'
import { getSession, logOut } from '#contract/accounts/session.ts'
import { listPosts } from '#contract/posts/posts.ts'
import { openClub } from '#testing/club/club.ts'
import { hasMet } from './auth.identity.ts'

test('a process knows the browsers it has met, also when they left, and nobody by what they made up', async () => {
  await using club = await openClub()
  const [mia, tom] = [await club.member(), await club.member()]
  expect(hasMet(club.app, mia.cookie)).toBe(false)
  await club.call(mia, getSession, {})
  expect(hasMet(club.app, mia.cookie)).toBe(true)
  expect(hasMet(club.app, tom.cookie)).toBe(false)
  await club.call(mia, logOut, {})
  expect(hasMet(club.app, mia.cookie)).toBe(true)
  const madeUp = { ...mia, cookie: `${mia.cookie}x` }
  await club.call(madeUp, getSession, {})
  expect(hasMet(club.app, madeUp.cookie)).toBe(false)
  expect(hasMet(club.app, undefined)).toBe(false)
})

test('nobody is behind a browser without cookies, whether memory or the database is asked', async () => {
  await using club = await openClub()
  const { slug } = await club.room()
  expect(await club.call(null, listPosts, { params: { slug }, query: {} })).toMatchObject({
    status: 401,
  })
  expect(await club.call(null, getSession, {})).toMatchObject({ answer: { session: null } })
})
