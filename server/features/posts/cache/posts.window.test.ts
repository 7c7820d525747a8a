import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { Post } from '#contract/posts/posts.ts'
import { cutPage } from '#server/features/posts/posts.paging.ts'

const post = (number: number): Post => ({
  id: `post ${number}`,
  number,
  text: 'Hello',
  createdAt: '2026-06-15T12:00:00.000Z',
  editedAt: null,
  author: {
    id: number % 2 === 0 ? 'even' : 'odd',
    username: 'mia',
    city: null,
    isVerified: false,
    portrait: null,
    role: null,
  },
  icebreakerId: null,
  reply: null,
  mentions: [],
})
/** The newest posts of a room as they are remembered, from a number on. */
const windowOf = (from: number, upTo: number) => ({
  from,
  upTo,
  posts: Array.from({ length: upTo - from + 1 }, (_, index) => post(upTo - index)),
})
const all = { blockedWith: new Set<string>(), hiddenPosts: new Set<string>() }
/** Half of the posts are by somebody they see nothing of. */
const half = { ...all, blockedWith: new Set(['even']) }
const FULL = limits.postsShownPerRoom
const shown = (page: ReturnType<typeof cutPage>) =>
  page && {
    ...page,
    posts: page.posts.length,
    newest: page.posts[0]?.number,
    oldest: page.posts.at(-1)?.number,
  }

test('the newest page comes from memory, once for everybody from whom nothing is kept', () => {
  const window = windowOf(11, 50)
  const page = cutPage(window, {}, all)
  expect(shown(page)).toEqual({ posts: FULL, newest: 50, oldest: 31, from: 31, to: 50, latest: 50 })
  expect(cutPage(window, {}, all)).toBe(page)
})

test('a viewer who sees half of the posts gets a full page, and what fills none is read again', () => {
  const page = { posts: FULL, newest: 49, oldest: 11, from: 11, to: 50, latest: 50 }
  expect(shown(cutPage(windowOf(10, 50), {}, half))).toEqual(page)
  expect(shown(cutPage(windowOf(5, 50), {}, half))).toEqual(page)
  expect(cutPage(windowOf(12, 50), {}, half)).toBeNull()
  // of a room that has no more there is nothing else to read
  const few = { posts: 5, newest: 9, oldest: 1, from: 1, to: 10, latest: 10 }
  expect(shown(cutPage(windowOf(1, 10), {}, half))).toEqual(few)
})

test('after a moment away one gets what came since, if the cache goes back far enough', () => {
  const window = windowOf(11, 50)
  const since = (after: number, sight = all) => shown(cutPage(window, { after }, sight))
  const rest = { newest: 50, to: 50, latest: 50 }
  expect(since(40)).toEqual({ ...rest, posts: 10, oldest: 41, from: 41 })
  expect(since(10)).toEqual({ ...rest, posts: 40, oldest: 11, from: 11 })
  expect(since(9)).toBeNull()
  expect(since(50)).toEqual({ posts: 0, newest: undefined, from: 51, to: 50, latest: 50 })
  expect(since(40, half)).toEqual({
    posts: 5,
    newest: 49,
    oldest: 41,
    from: 41,
    to: 50,
    latest: 50,
  })
  expect(since(9, half)).toBeNull()
})

test('as much as a browser catches up with at once comes from memory, and more is read', () => {
  const window = windowOf(1, limits.postsPerCatchUp + 1)
  expect(shown(cutPage(window, { after: 1 }, all))).toMatchObject({
    posts: limits.postsPerCatchUp,
    from: 2,
    to: limits.postsPerCatchUp + 1,
  })
  expect(cutPage(window, { after: 0 }, all)).toBeNull()
})

test('what lies before, and pages of another length, are read', () => {
  for (const sight of [all, half]) {
    expect(cutPage(windowOf(1, 50), { before: 40 }, sight)).toBeNull()
    expect(cutPage(windowOf(1, 50), { after: 40, count: 5 }, sight)).toBeNull()
    expect(cutPage(windowOf(1, 50), { count: 5 }, sight)).toBeNull()
  }
})
