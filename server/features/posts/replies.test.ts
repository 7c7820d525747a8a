import { expect, test } from 'vitest'
import type { Post } from '#contract/posts/posts.ts'
import { listPosts } from '#contract/posts/posts.ts'
import { deletePost, editPost } from '#contract/posts/ownPosts.ts'
import { blockMember } from '#contract/members/blocks.ts'
import { sql } from '#server/platform/database/database.ts'
import { lounge, openLounge } from '#testing/fixtures/lounge.ts'
import { uuid } from '#testing/random.ts'

type Lounge = Awaited<ReturnType<typeof openLounge>>
type Guest = Awaited<ReturnType<Lounge['guest']>>

/** Posts, or fails. */
async function said({ post }: Lounge, who: Guest, body: Parameters<Lounge['post']>[1]) {
  const made = await post(who, body)
  if (!made.ok) throw new Error(made.code)
  return made.answer
}
async function newest({ list }: Lounge, who: Guest): Promise<Post> {
  const page = await list(who)
  if (!page.ok) throw new Error(page.code)
  return page.answer.posts[0]!
}
const block = ({ club }: Lounge, one: Guest, other: Guest) =>
  club.call(one, blockMember, { params: { memberId: other.userId } })

test('a reply quotes author and first line of what it answers, and a reply to that one quotes it alone', async () => {
  await using opened = await openLounge()
  const [mia, tom] = [
    await opened.guest({ username: 'Mia' }),
    await opened.guest({ username: 'Tom' }),
  ]
  const first = await said(opened, mia, { text: 'Good evening\nWho is here?' })
  const reply = await said(opened, tom, { text: 'I am', replyTo: first.id })
  const quote = {
    id: first.id,
    number: 1,
    author: { id: mia.userId, username: 'Mia' },
    line: 'Good evening',
    mentions: [],
  }
  expect(reply.reply).toEqual(quote)
  expect(await newest(opened, mia)).toMatchObject({ text: 'I am', reply: quote })
  const again = await said(opened, mia, { text: 'nice', replyTo: reply.id })
  expect(again.reply).toMatchObject({ number: 2, line: 'I am' })
  // one process reads it from its cache, the other from the rows
  const second = await opened.club.secondServer()
  expect(second).toBeDefined()
})

test('the quote follows what it quotes: renamed, edited, removed, gone with its author', async () => {
  await using opened = await openLounge()
  const { club } = opened
  const [mia, tom] = [await opened.guest(), await opened.guest()]
  const { id } = await said(opened, mia, { text: 'one' })
  await said(opened, tom, { text: 'two', replyTo: id })
  const quote = async () => (await newest(opened, tom)).reply
  expect(await quote()).toMatchObject({ line: 'one' })

  await club.db.run(sql`update profiles set username = 'Renate' where id = ${mia.userId}`)
  expect(await quote()).toMatchObject({ author: { username: 'Renate' } })
  const params = { ...lounge, postId: id }
  await club.call(mia, editPost, { params, body: { text: 'eins' } })
  expect(await quote()).toMatchObject({ line: 'eins' })
  await club.call(mia, deletePost, { params: { postId: id } })
  const nothing = { id: null, number: 1, author: null, line: null, mentions: [] }
  expect(await quote()).toEqual(nothing)
  await club.db.run(sql`delete from users where id = ${mia.userId}`)
  expect(await quote()).toEqual(nothing)
})

test('nothing is answered that is not there: another room’s, removed, hidden, or of somebody unseen', async () => {
  await using opened = await openLounge()
  const { club, post, guest, numbersIn, room } = opened
  const [mia, tom] = [await guest(), await guest()]
  const elsewhere = await club.room({ slug: 'elsewhere' })
  await club.join(mia, elsewhere)
  const there = await post(mia, {}, elsewhere)
  const [gone, hidden, remaining] = [
    await said(opened, mia, { text: 'gone' }),
    await said(opened, mia, { text: 'hidden' }),
    await said(opened, mia, { text: 'kept' }),
  ]
  await club.call(mia, deletePost, { params: { postId: gone.id } })
  await club.db.run(
    sql`insert into hidden_posts (user_id, post_id, hidden_at) values (${tom.userId}, ${hidden.id}, now())`,
  )
  const refused = { status: 404, code: 'post_gone' }
  for (const replyTo of [there.ok ? there.answer.id : '', gone.id, hidden.id, uuid()])
    expect(await post(tom, { replyTo })).toMatchObject(refused)
  expect(await post(tom, { replyTo: remaining.id })).toMatchObject({ ok: true })
  await block(opened, mia, tom)
  expect(await post(tom, { replyTo: remaining.id })).toMatchObject(refused)
  // what was refused took no number, and was not counted
  expect(await numbersIn(room.id)).toEqual([1, 2, 3, 4])
})

test('a quote says nothing of somebody the reader does not see, nor of what they put away', async () => {
  await using opened = await openLounge()
  const { club, guest } = opened
  const [mia, tom, eve] = [await guest({ username: 'Mia' }), await guest(), await guest()]
  const { id } = await said(opened, mia, { text: 'one' })
  await said(opened, tom, { text: 'two', replyTo: id })
  const nothing = { id: null, number: 1, author: null, line: null, mentions: [] }
  await block(opened, mia, eve)
  expect((await newest(opened, eve)).reply).toEqual(nothing)
  // what is not remembered is read for her alone
  const query = { before: 3 }
  expect(await club.call(eve, listPosts, { params: lounge, query })).toMatchObject({
    answer: { posts: [{ number: 2, reply: nothing }] },
  })
  await club.db.run(
    sql`insert into hidden_posts (user_id, post_id, hidden_at) values (${tom.userId}, ${id}, now())`,
  )
  expect((await newest(opened, tom)).reply).toEqual(nothing)
  expect((await newest(opened, mia)).reply).toMatchObject({ line: 'one' })
})

test('a reply sent twice is there once, and many at once keep the order of their numbers', async () => {
  await using opened = await openLounge({ config: { limitsFactor: 10 } })
  const { guest, post, room, numbersIn } = opened
  const mia = await guest()
  const { id } = await said(opened, mia, { text: 'one' })
  const body = { id: uuid(), replyTo: id }
  const twice = await Promise.all([post(mia, body), post(mia, body)])
  for (const one of twice)
    expect(one).toMatchObject({ ok: true, answer: { number: 2, reply: { number: 1 } } })
  const guests = await Promise.all(Array.from({ length: 6 }, () => guest()))
  await Promise.all(guests.map((one) => post(one, { replyTo: id })))
  expect(await numbersIn(room.id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('staff are known as such at what they write, as long as they are', async () => {
  await using opened = await openLounge()
  const { club, guest } = opened
  const [mia, admin] = [await guest({ isModerator: true }), await guest({ isAdmin: true })]
  expect((await said(opened, mia, {})).author.role).toBe('moderator')
  expect((await newest(opened, admin)).author.role).toBe('moderator')
  expect((await said(opened, admin, {})).author.role).toBe('admin')
  await club.db.run(sql`delete from user_roles where user_id = ${admin.userId}`)
  expect((await newest(opened, mia)).author.role).toBeNull()
})

test('a member who comes near a limit reads how many posts are left', async () => {
  await using opened = await openLounge({ now: '2026-05-01T20:00:00Z' })
  const { guest, post } = opened
  const mia = await guest()
  const left = []
  for (let times = 0; times < 20; times += 1) left.push((await said(opened, mia, {})).left)
  expect(left.slice(0, 16)).toEqual(Array(16).fill(null))
  expect(left.slice(16)).toEqual([3, 2, 1, 0].map((count) => ({ count, minutes: 1 })))
  expect(await post(mia)).toMatchObject({ code: 'too_many_attempts' })
})

test('live events match what is read: each listener gets what they may see', async () => {
  await using opened = await openLounge()
  const { club, guest } = opened
  const [mia, tom] = [await guest({ username: 'Mia' }), await guest({ username: 'Tom' })]
  const [eve, ben] = [await guest(), await guest()]
  const first = await said(opened, mia, { text: 'where is @Tom?' })
  await block(opened, tom, eve)
  const streams = { eve: await club.follow(eve), ben: await club.follow(ben) }
  for (const stream of Object.values(streams)) await stream.next('ready')
  await said(opened, ben, { text: 'with @Tom', replyTo: first.id })
  expect(await streams.ben.next('post')).toMatchObject({
    post: { text: 'with @Tom', reply: { line: 'where is @Tom?' } },
  })
  const event = await streams.eve.next('post')
  expect(event).toMatchObject({ post: { text: 'with @…', reply: { line: 'where is @…?' } } })
  expect(event).toMatchObject({ post: await newest(opened, eve) })
  expect(JSON.stringify(event)).not.toContain(tom.userId)
})
