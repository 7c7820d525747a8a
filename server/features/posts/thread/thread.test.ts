import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { blockMember } from '#contract/members/blocks.ts'
import { hidePost } from '#contract/members/hiding.ts'
import { deletePost } from '#contract/posts/ownPosts.ts'
import { listPosts, type Post } from '#contract/posts/posts.ts'
import { listReplies } from '#contract/posts/replies.ts'
import { sql } from '#server/platform/database/database.ts'
import { lounge, openLounge } from '#testing/fixtures/lounge.ts'
import type { TestMember } from '#testing/club/club.ts'
import { uuid } from '#testing/random.ts'

const NOW = '2026-05-01T20:00:00.000Z'

/** A lounge in which Mia asks, and ways to look at what became of it. */
async function openTalk() {
  const opened = await openLounge({ now: NOW, config: { limitsFactor: 100 } })
  const { club, guest, post } = opened
  const [mia, tom, eve] = [
    await guest({ username: 'Mia' }),
    await guest({ username: 'Tom' }),
    await guest({ username: 'Eve' }),
  ]
  const say = async (who: TestMember, text: string, replyTo?: string): Promise<Post> => {
    const made = await post(who, { text, replyTo: replyTo ?? null })
    if (!made.ok) throw new Error(made.code)
    return made.answer
  }
  const firstPost = await say(mia, 'Who is here?')
  const page = async (who: TestMember, query = {}, url = club.url) => {
    const read = await club.call(who, listPosts, { params: lounge, query }, { url })
    if (!read.ok) throw new Error(read.code)
    return read.answer.posts
  }
  return {
    ...opened,
    mia,
    tom,
    eve,
    firstPost,
    say,
    /** By whom the question is answered, as its post tells it. */
    listRepliesOf: async (who: TestMember, query = {}, url = club.url) =>
      (await page(who, query, url))
        .find(({ number }) => number === 1)
        ?.replies?.map(({ number, author }) => [number, author.username]),
    thread: (who: TestMember, query = {}, postId = firstPost.id) =>
      club.call(who, listReplies, { params: { ...lounge, postId }, query }),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  }
}

const texts = (answer: Awaited<ReturnType<Awaited<ReturnType<typeof openTalk>>['thread']>>) =>
  answer.ok ? answer.answer.posts.map(({ text }) => text) : answer.code

test('a post tells who answered it, in order, in every process and from its rows as from memory', async () => {
  await using talk = await openTalk()
  const { club, mia, tom, eve, firstPost, say, listRepliesOf, thread } = talk
  const second = await club.secondServer()
  expect(await listRepliesOf(tom)).toBeUndefined()
  expect(await listRepliesOf(tom, {}, second.url)).toBeUndefined()
  await say(tom, 'I am', firstPost.id)
  await say(eve, 'me too')
  const mine = await say(eve, 'and I answer', firstPost.id)
  await say(mia, 'nice', mine.id)

  const answered = [
    [2, 'Tom'],
    [4, 'Eve'],
  ]
  expect(await listRepliesOf(mia)).toEqual(answered)
  await expect.poll(() => listRepliesOf(mia, {}, second.url)).toEqual(answered)
  expect(await listRepliesOf(mia, { before: 3 })).toEqual(answered)
  expect(texts(await thread(tom))).toEqual(['I am', 'and I answer'])
  expect(texts(await thread(tom, {}, mine.id))).toEqual(['nice'])
  expect(await thread(tom)).toMatchObject({ answer: { posts: [{ reply: { number: 1 } }, {}] } })
})

test('what was removed, put away, or is of somebody unseen is not counted, and not read', async () => {
  await using talk = await openTalk()
  const { club, mia, tom, eve, firstPost, say, listRepliesOf, thread } = talk
  const ofTom = await say(tom, 'I am', firstPost.id)
  const ofEve = await say(eve, 'so am I', firstPost.id)
  await say(eve, 'still here', firstPost.id)
  await club.call(mia, hidePost, { params: { postId: ofEve.id } })
  const seen = [
    [2, 'Tom'],
    [4, 'Eve'],
  ]
  expect(await listRepliesOf(mia)).toEqual(seen)
  expect(await listRepliesOf(mia, { before: 9 })).toEqual(seen)
  expect(texts(await thread(mia))).toEqual(['I am', 'still here'])

  await club.call(tom, blockMember, { params: { memberId: eve.userId } })
  expect(await listRepliesOf(tom)).toEqual([[2, 'Tom']])
  expect(await listRepliesOf(eve, { before: 9 })).toEqual([
    [3, 'Eve'],
    [4, 'Eve'],
  ])
  expect(texts(await thread(tom))).toEqual(['I am'])

  await club.call(tom, deletePost, { params: { postId: ofTom.id } })
  await club.db.run(sql`update profiles set is_hidden = true where id = ${eve.userId}`)
  await expect.poll(() => listRepliesOf(mia)).toBeUndefined()
  expect(texts(await thread(mia))).toEqual([])
})

test('authors of replies are shown by their current names', async () => {
  await using talk = await openTalk()
  const { club, mia, tom, firstPost, say, listRepliesOf } = talk
  await say(tom, 'I am', firstPost.id)
  expect(await listRepliesOf(mia)).toEqual([[2, 'Tom']])
  await club.db.run(sql`update profiles set username = 'Thomas' where id = ${tom.userId}`)
  await expect.poll(() => listRepliesOf(mia)).toEqual([[2, 'Thomas']])
})

test('replies are read page by page, and counted up to a number', async () => {
  await using talk = await openTalk()
  const { club, room, mia, tom, firstPost, listRepliesOf, thread } = talk
  const many = limits.repliesCounted + 1
  await club.db.run(sql`
    with grown as (update rooms set last_number = last_number + ${many}::integer where id = ${room.id})
    insert into posts (id, room_id, number, user_id, text, reply_to, reply_number, created_at)
    select gen_random_uuid(), ${room.id}, n + 1, ${tom.userId}, 'number ' || n, ${firstPost.id}, 1, ${NOW}
    from generate_series(1, ${many}::integer) n`)
  expect(await listRepliesOf(mia, { before: 2 })).toHaveLength(limits.repliesCounted)
  const first = await thread(mia)
  expect(first).toMatchObject({ answer: { after: limits.repliesPerPage + 1 } })
  const next = await thread(mia, { after: limits.repliesPerPage + 1 })
  expect(texts(next)[0]).toBe(`number ${limits.repliesPerPage + 1}`)
  expect(await thread(mia, { after: many })).toMatchObject({
    answer: { posts: [{ number: many + 1 }], after: null },
  })
})

test('as many answers are counted as a viewer sees, also where others come before them', async () => {
  await using talk = await openTalk()
  const { club, room, mia, tom, eve } = talk
  const [question, many] = [uuid(), limits.repliesCounted + 2]
  // the question stands last, so that it is remembered
  await club.db.run(sql`
    insert into posts (id, room_id, number, user_id, text, created_at)
    values (${question}, ${room.id}, ${many + 2}, ${mia.userId}, 'And now?', ${NOW})`)
  await club.db.run(sql`
    with grown as (update rooms set last_number = ${many + 2}::integer where id = ${room.id})
    insert into posts (id, room_id, number, user_id, text, reply_to, reply_number, created_at)
    select gen_random_uuid(), ${room.id}, n + 1,
      case when n <= 2 then ${eve.userId}::uuid else ${tom.userId}::uuid end,
      'number ' || n, ${question}, ${many + 2}, ${NOW}
    from generate_series(1, ${many}::integer) n`)
  const counted = async (who: TestMember, query = {}) => {
    const read = await club.call(who, listPosts, { params: lounge, query })
    const posts = read.ok ? read.answer.posts : []
    return posts.find(({ id }) => id === question)?.replies?.map(({ number }) => number)
  }
  const from = (first: number) => Array.from({ length: limits.repliesCounted }, (_, n) => first + n)
  expect(await counted(tom)).toEqual(from(2))
  await club.call(tom, blockMember, { params: { memberId: eve.userId } })
  for (const query of [{}, { before: many + 3 }]) {
    expect(await counted(mia, query)).toEqual(from(2))
    expect(await counted(tom, query)).toEqual(from(4))
  }
})

test('a page of replies says nothing of those by somebody unseen, or put away, not where it ends', async () => {
  await using talk = await openTalk()
  const { club, room, mia, tom, eve, firstPost, say, thread } = talk
  const many = limits.repliesPerPage
  await club.db.run(sql`
    with grown as (update rooms set last_number = last_number + ${many}::integer where id = ${room.id})
    insert into posts (id, room_id, number, user_id, text, reply_to, reply_number, created_at)
    select gen_random_uuid(), ${room.id}, n + 1, ${eve.userId}, 'number ' || n, ${firstPost.id}, 1, ${NOW}
    from generate_series(1, ${many}::integer) n`)
  const put = await say(mia, 'not this one', firstPost.id)
  const last = await say(mia, 'still here', firstPost.id)
  await club.call(tom, hidePost, { params: { postId: put.id } })
  await club.call(tom, blockMember, { params: { memberId: eve.userId } })
  const read = await thread(tom)
  expect(texts(read)).toEqual(['still here'])
  expect(read).toMatchObject({ answer: { after: null, posts: [{ number: last.number }] } })
})

test('there is no thread of a post that does not exist or that the viewer may not see', async () => {
  await using talk = await openTalk()
  const { club, mia, tom, firstPost, say, thread } = talk
  await say(tom, 'I am', firstPost.id)
  expect(await thread(tom, {}, uuid())).toMatchObject({ status: 404, code: 'post_gone' })
  const elsewhere = await club.room({ slug: 'elsewhere' })
  await club.join(tom, elsewhere)
  const there = { params: { slug: 'elsewhere', postId: firstPost.id }, query: {} }
  expect(await club.call(tom, listReplies, there)).toMatchObject({ code: 'post_gone' })
  await club.call(mia, blockMember, { params: { memberId: tom.userId } })
  expect(await thread(tom)).toMatchObject({ code: 'post_gone' })
  await club.db.run(sql`delete from posts where id = ${firstPost.id}`)
  expect(await thread(mia)).toMatchObject({ code: 'post_gone' })
})

test('live events about a post leave out invisible members', async () => {
  await using talk = await openTalk()
  const { club, mia, tom, eve, say } = talk
  await club.call(tom, blockMember, { params: { memberId: eve.userId } })
  const stream = await club.follow(tom)
  await stream.next('ready')
  const question = await say(mia, 'And now?')
  await say(eve, 'here', question.id)
  await say(mia, 'ah')
  const events = [await stream.next('post'), await stream.next('post'), await stream.next('post')]
  expect(JSON.stringify(events)).not.toContain(eve.userId)
  stream.close()
})
