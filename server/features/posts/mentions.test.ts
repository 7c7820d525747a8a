import { expect, test } from 'vitest'
import { mentionParts, possibleNames } from '#contract/posts/mentions.ts'
import { findMembers } from '#contract/admin/members.ts'
import { findPeople } from '#contract/posts/naming.ts'
import { editPost } from '#contract/posts/ownPosts.ts'
import { blockMember } from '#contract/members/blocks.ts'
import { sql } from '#server/platform/database/database.ts'
import { leave, purgeHour } from '#testing/privacy/leaving.ts'
import { lounge, openLounge } from '#testing/fixtures/lounge.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'

type Lounge = Awaited<ReturnType<typeof openLounge>>
type Guest = Awaited<ReturnType<Lounge['guest']>>

/** Whom a text names, as it stands there. */
async function named({ post }: Lounge, who: Guest, text: string) {
  const made = await post(who, { text })
  if (!made.ok) throw new Error(made.code)
  return made.answer.mentions.map(({ name }) => name).sort()
}

test('the longest name of a member of the room counts, however it is written', async () => {
  await using opened = await openLounge()
  const { club, guest } = opened
  const mia = await guest({ username: 'Mia' })
  await guest({ username: 'Max' })
  await guest({ username: 'Max Power' })
  await guest({ username: 'Dr. No' })
  await club.member({ username: 'Outside' })
  expect(await named(opened, mia, '@Max, @dr. no!')).toEqual(['Max', 'dr. no'])
  expect(await named(opened, mia, 'so says @Max Power to @MAX')).toEqual(['MAX', 'Max Power'])
  expect(await named(opened, mia, 'Danke.@Max und „@Max Power“, .@dr. no')).toEqual([
    'Max',
    'Max Power',
    'dr. no',
  ])
  expect(await named(opened, mia, '@Maximilian max@Max @Outside @Mia @')).toEqual([])
  expect(await named(opened, mia, `${'@nobody '.repeat(10)}@Max`)).toEqual([])
})

test('what posting answers is what is read, and names follow their members', async () => {
  await using opened = await openLounge()
  const { club, guest, post, list } = opened
  const [mia, tom] = [await guest({ username: 'Mia' }), await guest({ username: 'Tom' })]
  const made = await post(mia, { text: 'hello @tom' })
  const mention = { id: tom.userId, username: 'Tom', name: 'tom' }
  expect(made).toMatchObject({ answer: { mentions: [mention] } })
  expect(await list(tom)).toMatchObject({ answer: { posts: [{ mentions: [mention] }] } })
  await club.db.run(sql`update profiles set username = 'Thomas' where id = ${tom.userId}`)
  expect(await list(mia)).toMatchObject({
    answer: { posts: [{ text: 'hello @tom', mentions: [{ username: 'Thomas', name: 'tom' }] }] },
  })
})

test('an edit updates mentions: kept ones do not notify again, removed ones are gone', async () => {
  await using opened = await openLounge()
  const { club, guest, post } = opened
  const mia = await guest({ username: 'Mia' })
  const [tom, eve] = [await guest({ username: 'Tom' }), await guest({ username: 'Eve' })]
  const ben = await guest({ username: 'Ben' })
  const made = await post(mia, { text: '@Tom @Eve' })
  const postId = made.ok ? made.answer.id : ''
  const before = await club.db.rows(
    sql`select xmin, ctid from post_mentions where user_id = ${tom.userId}`,
  )
  expect(before).toHaveLength(1)
  const params = { ...lounge, postId }
  await club.call(mia, editPost, { params, body: { text: '@Tom @Ben' } })
  const rows = await club.db.rows<{ userId: string }>(
    sql`select user_id from post_mentions where post_id = ${postId}`,
  )
  expect(rows.map(({ userId }) => userId).sort()).toEqual([tom.userId, ben.userId].sort())
  expect(rows.map(({ userId }) => userId)).not.toContain(eve.userId)
})

test('a member who does not see another is not shown their name in others’ posts either', async () => {
  await using opened = await openLounge()
  const { club, guest, post, list } = opened
  const [mia, tom] = [await guest({ username: 'Mia' }), await guest({ username: 'Tom' })]
  const eve = await guest({ username: 'Eve' })
  const first = await post(mia, { text: 'where is @Tom?' })
  await post(mia, { text: 'well', replyTo: first.ok ? first.answer.id : '' })
  await club.call(tom, blockMember, { params: { memberId: eve.userId } })
  const seen = await list(eve)
  expect(seen).toMatchObject({
    answer: {
      posts: [
        { text: 'well', reply: { line: 'where is @…?', mentions: [] } },
        { text: 'where is @…?', mentions: [] },
      ],
    },
  })
  expect(JSON.stringify(seen)).not.toContain(tom.userId)
  expect(await list(mia)).toMatchObject({ answer: { posts: [{}, { text: 'where is @Tom?' }] } })
  // to the author, they are nobody
  expect(await named(opened, eve, 'hello @Tom')).toEqual([])
  const response = await club.call(eve, findPeople, { params: lounge, query: { starts: 'T' } })
  expect(response).toMatchObject({ answer: { people: [] } })
})

test('names are completed from the room, eight at most, and not asked for without end', async () => {
  await using opened = await openLounge()
  const { club, guest } = opened
  const mia = await guest({ username: 'Anna M' })
  for (let n = 0; n < 9; n += 1) await guest({ username: `Anna ${n}` })
  await guest({ username: 'Bert' })
  await club.member({ username: 'Annabel' })
  const ask = (starts: string) => club.call(mia, findPeople, { params: lounge, query: { starts } })
  const found = await ask('anNA')
  const names = found.ok ? found.answer.people.map(({ username }) => username) : []
  expect(names).toEqual(Array.from({ length: 8 }, (_, n) => `Anna ${n}`))
  expect(await ask('%')).toMatchObject({ answer: { people: [] } })
  expect(await ask('')).toMatchObject({ status: 400 })
  for (let times = 0; times < 58; times += 1) await ask('zz')
  expect(await ask('b')).toMatchObject({ code: 'too_many_attempts' })
})

test.each([
  ['Weiß', '@Weiß and @WEISS'],
  ["O'Neill", '@O’Neill and @O`Neill'],
  ['Tom', '@Tom and @T0m, @Тоm'],
])('each way to write %s in %s is theirs', async (username, text) => {
  await using opened = await openLounge({ now: '2026-05-04T20:00:00Z' })
  const { club, guest, post, list } = opened
  const [mia, tom] = [await guest({ username: 'Mia' }), await guest({ username })]
  const [eve] = [await guest({ username: 'Eve' }), await guest({ username: 'Ben' })]
  await post(mia, { text: `${text}, @ben and @BEN` })
  await club.call(tom, blockMember, { params: { memberId: eve.userId } })
  const gone = `${text.replace(/@\S+\p{L}/gu, '@…')}, @ben and @BEN`
  expect(await list(eve)).toMatchObject({ answer: { posts: [{ text: gone }] } })
  await leave(club, tom)
  club.clock.advance({ days: 30 })
  await purgeHour(club)
  expect(await club.db.rows(sql`select text from posts`)).toEqual([{ text: gone }])
})

test('the name of a deleted member stands in nobody’s posts any more', async () => {
  await using opened = await openLounge({ now: '2026-05-04T20:00:00Z' })
  const { club, guest, post } = opened
  const [mia, tom] = [await guest({ username: 'Mia' }), await guest({ username: 'Tom' })]
  await guest({ username: 'Tom Thumb' })
  await post(mia, { text: '@tom and @Tom Thumb' })
  await leave(club, tom)
  club.clock.advance({ days: 30 })
  await purgeHour(club)
  expect(await club.db.rows(sql`select text from posts`)).toEqual([{ text: '@… and @Tom Thumb' }])
})

test('so it is where the words were changed while they were on their way out', async () => {
  await using opened = await openLounge({ now: '2026-05-04T20:00:00Z' })
  const { club, guest, post } = opened
  const [mia, tom] = [await guest({ username: 'Mia' }), await guest({ username: 'Tom' })]
  await guest({ username: 'Tom Thumb' })
  const write = async (text: string) => {
    const made = await post(mia, { text })
    return { ...lounge, postId: made.ok ? made.answer.id : '' }
  }
  const [remaining, gone] = [await write('welcom @Tom'), await write('@Tom, at last')]
  await leave(club, tom)
  const edit = (params: typeof remaining, text: string) =>
    club.call(mia, editPost, { params, body: { text } })
  expect(await edit(remaining, 'welcome @tom')).toMatchObject({ answer: { mentions: [] } })
  // somebody else's name begins with theirs
  expect(await edit(gone, '@Tom Thumb, at last')).toMatchObject({
    answer: { mentions: [{ name: 'Tom Thumb' }] },
  })
  expect(
    await club.db.rows(sql`select post_id from post_mentions where user_id = ${tom.userId}`),
  ).toEqual([{ postId: remaining.postId }])
  club.clock.advance({ days: 30 })
  await purgeHour(club)
  expect(await club.db.rows(sql`select text from posts order by number`)).toEqual([
    { text: 'welcome @…' },
    { text: '@Tom Thumb, at last' },
  ])
})

test('so it is where another name is taken out of the same words at that moment', async () => {
  await using opened = await openLounge({ now: '2026-05-04T20:00:00Z' })
  const { club, guest, post } = opened
  const mia = await guest({ username: 'Mia' })
  const [tom] = [await guest({ username: 'Tom' }), await guest({ username: 'Ben' })]
  await post(mia, { text: '@Tom and @Ben' })
  await leave(club, tom)
  club.clock.advance({ days: 30 })
  const [purging] = await club.db.transaction(async (tx) => {
    await tx.run(sql`update posts set text = '@Tom and @…'`)
    const hour = purgeHour(club)
    await untilSomebodyWaits(club)
    return [hour] as const
  })
  await purging
  expect(await club.db.rows(sql`select text from posts`)).toEqual([{ text: '@… and @…' }])
})

test('what may be a name ends where a word ends', () => {
  expect(possibleNames('a@b @c d. @').map(({ names }) => names)).toEqual([
    ['c d. @', 'c d.', 'c d', 'c'],
    [],
  ])
  const mention = { id: '', username: 'C', name: 'c d' }
  expect(mentionParts('hi @C D, @cd', [mention])).toEqual([
    'hi ',
    { ...mention, name: 'C D' },
    ', @cd',
  ])
})

test('a name ends at no mark upon its last letter, in whatever script it is written', async () => {
  await using opened = await openLounge()
  const { guest } = opened
  const [mia] = [await guest({ username: 'Mia' }), await guest({ username: 'सी' })]
  await guest({ username: 'שרה' })
  expect(await named(opened, mia, '@सीमा, @सी!')).toEqual(['सी'])
  expect(possibleNames('@सीमा').map(({ names }) => names)).toEqual([['सीमा']])
  expect(await named(opened, mia, 'שלום @שרה, @שרה\u05B7לה')).toEqual(['שרה'])
})

test('every beginning of a name finds it, without regard to case and accents', async () => {
  await using opened = await openLounge()
  const { club, guest } = opened
  const mia = await guest({ username: 'Mia' })
  const names = ['Ben', 'Bernd', 'Arne', 'Cornelia', 'Ivvo', 'René', 'Jörg']
  for (const username of names) await guest({ username })
  const find = async (starts: string) => {
    const response = await club.call(mia, findPeople, { params: lounge, query: { starts } })
    return response.ok ? response.answer.people.map(({ username }) => username) : [response.code]
  }
  expect(await find('be')).toEqual(['Ben', 'Bernd'])
  expect(await find('ber')).toEqual(['Bernd'])
  expect(await find('AR')).toEqual(['Arne'])
  expect(await find('cor')).toEqual(['Cornelia'])
  expect(await find('iv')).toEqual(['Ivvo'])
  expect(await find('rene')).toEqual(['René'])
  expect(await find('RENÉ')).toEqual(['René'])
  expect(await find('jor')).toEqual(['Jörg'])
  expect(await find('bem')).toEqual([])
  expect(await find('\u0301')).toEqual([])
})

test.each([
  ["O'Neil", ["O'N", 'o’n', 'O‘n', 'o´n', 'O`N', 'Oʼn', 'o′n']],
  ['D’Arcy', ["d'a", 'd’A', 'd´a']],
  ['Su´Ad', ["su'a", 'su’a']],
  ['Anna-Lena', ['anna-l', 'Anna‐L', 'anna‑l', 'anna–l', 'ANNA—L', 'anna−l', 'anna－l']],
  ['Jan–Ole', ['jan-o', 'jan‑o']],
])('%s is found whichever apostrophe or dash is typed', async (username, typed) => {
  await using opened = await openLounge()
  const { club, guest } = opened
  const [mia, found] = [await guest({ username: 'Mia' }), await guest({ username })]
  const admin = await club.member({ isAdmin: true })
  for (const starts of typed) {
    const people = [{ id: found.userId, username }]
    const response = await club.call(mia, findPeople, { params: lounge, query: { starts } })
    expect(response, starts).toMatchObject({ answer: { people } })
    const listed = await club.call(admin, findMembers, { query: { search: starts } })
    expect(listed, starts).toMatchObject({ answer: { members: [{ username }] } })
  }
})
