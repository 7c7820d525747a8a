import { expect, test } from 'vitest'
import type { Post } from '#contract/posts/posts.ts'
import { post } from '#web/testing/room.ts'
import { emptyFeed, newestFirst, withEvent, withPage, type PostPage } from './feed.ts'

const asked = post(1)
const answering = (number: number): Post => ({
  ...post(number),
  reply: { id: asked.id, number: 1, author: null, line: null, mentions: [] },
})
const told = (...numbers: number[]): Post => ({
  ...asked,
  replies: numbers.map((number) => {
    const { id, author } = post(number)
    return { id, number, author: { id: author.id, username: author.username, portrait: null } }
  }),
})
const page = (...posts: Post[]): PostPage => {
  const latest = posts[0]!.number
  return { posts, from: posts.at(-1)!.number, to: latest, latest }
}
const answersIn = (feed: typeof emptyFeed) =>
  newestFirst(feed)
    .find(({ number }) => number === 1)
    ?.replies?.map(({ number }) => number)

test('an answer that is heard is told of by what it answers, once and in order', () => {
  let feed = withPage(emptyFeed, page(answering(3), post(2), told(3)))
  expect(answersIn(feed)).toEqual([3])
  feed = withEvent(feed, 5, answering(5))
  // beyond a gap nothing is shown yet
  expect(answersIn(feed)).toEqual([3])
  feed = withEvent(feed, 4, answering(4))
  expect(answersIn(feed)).toEqual([3, 4, 5])
  const again = withEvent(withEvent(feed, 5, answering(5)), 4, answering(4))
  expect(newestFirst(again)).toEqual(newestFirst(feed))
})

test('a page that was read before an answer came does not lose it, and one read after it knows it', () => {
  const known = withPage(emptyFeed, page(answering(3), post(2)))
  expect(answersIn(withPage(known, page(asked)))).toEqual([3])
  expect(answersIn(withPage(known, page(told(2, 3))))).toEqual([2, 3])
})

test('what is another post by now is answered by nothing', () => {
  const other = { ...answering(2), reply: { ...answering(2).reply!, id: post(9).id } }
  expect(answersIn(withPage(emptyFeed, page(other, asked)))).toBeUndefined()
})
