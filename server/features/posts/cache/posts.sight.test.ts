import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { Post, Quote, Reply } from '#contract/posts/posts.ts'
import {
  findMemberIds,
  readableQuote,
  redactPost,
  toPost,
  withAnswered,
} from '#server/features/posts/posts.sight.ts'

const person = (id: string) => ({ id, username: id, portrait: null })
const author = (id: string): Post['author'] => ({
  ...person(id),
  city: null,
  isVerified: false,
  role: null,
})
const named = (id: string) => ({ id, username: id, name: id })
const post = (is: Partial<Post> = {}): Post => ({
  id: 'a post',
  number: 7,
  text: 'Hello',
  createdAt: '2026-06-15T12:00:00.000Z',
  editedAt: null,
  author: author('mia'),
  icebreakerId: null,
  reply: null,
  mentions: [],
  ...is,
})
const quote = (is: Partial<Quote> = {}): Quote => ({
  id: 'quoted',
  number: 3,
  author: { id: 'nora', username: 'nora' },
  line: 'Hello',
  mentions: [],
  ...is,
})
const answer = (id: string, author: string): Reply => ({ id, number: 9, author: person(author) })

const sight = (blocked: string[], hidden: string[] = []) => ({
  blockedWith: new Set(blocked),
  hiddenPosts: new Set(hidden),
})
/** Blocked with Tom; put one post away. */
const sees = (one: Post) => redactPost(sight(['tom'], ['away']), one)
const NOTHING: Quote = { id: null, number: 3, author: null, line: null, mentions: [] }

test('nobody gets what somebody wrote they see nothing of, or what they put away', () => {
  expect(sees(post({ author: author('tom') }))).toBeNull()
  expect(sees(post({ id: 'away' }))).toBeNull()
})

test('what says nothing of anybody unseen is the same for all', () => {
  const seen = post({
    text: 'Hello @eva',
    mentions: [named('eva')],
    reply: quote({ line: 'Hi @eva', mentions: [named('eva')] }),
    replies: [answer('one', 'eva')],
  })
  expect(sees(seen)).toBe(seen)
})

test('somebody unseen is not named in a text, in whichever way it writes their name', () => {
  const mentioning = post({ text: '@eva and @Tom', mentions: [named('eva'), named('tom')] })
  expect(sees(mentioning)).toEqual({ ...mentioning, text: '@eva and @…', mentions: [named('eva')] })
})

test('a quote says nothing of somebody unseen, nor of what was put away', () => {
  const replying = (reply: Quote) => sees(post({ reply }))?.reply
  expect(replying(quote({ author: { id: 'tom', username: 'tom' } }))).toEqual(NOTHING)
  expect(replying(quote({ id: 'away' }))).toEqual(NOTHING)
  expect(replying(NOTHING)).toBe(NOTHING)
  const names = quote({ line: '@tom and @eva', mentions: [named('tom'), named('eva')] })
  expect(replying(names)).toEqual({ ...names, line: '@… and @eva', mentions: [named('eva')] })
  expect(replying({ ...names, line: null })?.line).toBeNull()
})

test('replies are listed only of visible members, and without hidden posts', () => {
  const replies = [answer('one', 'tom'), answer('away', 'eva'), answer('two', 'eva')]
  expect(sees(post({ replies }))?.replies).toEqual([answer('two', 'eva')])
  expect(sees(post({ replies: replies.slice(0, 2) }))).toEqual(post())
  expect(sees(post({ replies: replies.slice(1) }))?.replies).toEqual([answer('two', 'eva')])
  // a name left out of the text takes no answer with it
  const both = post({ text: '@tom', mentions: [named('tom')], replies: replies.slice(2) })
  expect(sees(both)?.replies).toEqual([answer('two', 'eva')])
})

const answering = (id: string, number: number, to: string | null = 'a post') =>
  post({ id, number, reply: to === null ? null : quote({ id: to }) })
const replyIdsOf = (list: Post[]) => list[0]!.replies?.map(({ id }) => id)

test('a post tells of the answers that came, in their order, each once', () => {
  const newest = [answering('two', 9), answering('one', 8)]
  const joined = withAnswered([post(), post({ id: 'another' })], newest)
  expect(joined[0]!.replies).toEqual([
    { id: 'one', number: 8, author: person('mia') },
    { id: 'two', number: 9, author: person('mia') },
  ])
  expect(joined[1]).toEqual(post({ id: 'another' }))
  expect(replyIdsOf(withAnswered(joined, [answering('three', 10), ...newest]))).toEqual([
    'one',
    'two',
    'three',
  ])
})

test('what answers nothing, or what is gone, changes no post', () => {
  const known = [post()]
  const joined = withAnswered(known, [
    answering('one', 8, null),
    post({ id: 'two', number: 9, reply: NOTHING }),
  ])
  expect(joined).toEqual(known)
  expect(joined).not.toBe(known)
  expect(withAnswered(known, [answering('one', 8, 'another')])[0]).toBe(known[0])
  expect(withAnswered(known, [post({ id: 'one', number: 8 })])[0]).toBe(known[0])
})

test('a post tells of the first answers alone, where there are many', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => answer(`${index}`, 'eva'))
  const last = many(limits.repliesCounted - 1)
  const newest = [answering('two', 200), answering('one', 199)]
  const [joined] = withAnswered([post({ replies: last })], newest)
  expect(joined!.replies?.slice(-2).map(({ id }) => id)).toEqual([last.at(-1)!.id, 'one'])
  expect(joined!.replies).toHaveLength(limits.repliesCounted)
  const full = post({ replies: many(limits.repliesCounted) })
  expect(withAnswered([full], newest)[0]).toBe(full)
})

test('a hidden member is named to nobody, in a post or in what it quotes', () => {
  const away = ['Tom']
  const quoted = { ...quote({ line: 'Hi @tom' }), away }
  expect(readableQuote(quoted)).toEqual(quote({ line: 'Hi @…' }))
  expect(readableQuote({ ...quoted, away: null })).toEqual(quote({ line: 'Hi @tom' }))
  expect(readableQuote({ ...quoted, line: null }).line).toBeNull()
  const row = {
    ...post({ text: '@eva and @tom', mentions: [named('eva')] }),
    reply: quoted,
    replies: null,
    away,
  }
  const { replies: _, ...rest } = post({ text: '@eva and @…', mentions: [named('eva')] })
  expect(toPost(row)).toEqual({ ...rest, reply: quote({ line: 'Hi @…' }) })
  expect(toPost({ ...row, away: null }).text).toBe('@eva and @tom')
  expect(toPost({ ...row, reply: null }).reply).toBeNull()
  expect(toPost({ ...row, replies: [answer('one', 'eva')] }).replies).toEqual([
    answer('one', 'eva'),
  ])
})

test('whom a post names decides whose sight of it differs', () => {
  expect(findMemberIds(post())).toEqual(['mia'])
  const full = post({
    mentions: [named('eva')],
    replies: [answer('one', 'tom')],
    reply: quote({ mentions: [named('ada')] }),
  })
  expect(findMemberIds(full).toSorted()).toEqual(['ada', 'eva', 'mia', 'nora', 'tom'])
  expect(findMemberIds(post({ reply: { ...NOTHING, mentions: [named('ada')] } }))).toEqual(['mia'])
})
