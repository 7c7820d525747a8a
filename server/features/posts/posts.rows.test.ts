import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import { openLounge } from '#testing/fixtures/lounge.ts'
import { suspend } from '#testing/moderation/statements.ts'
import { posts, type PostRow } from './posts.rows.ts'

/** A room with three guests, and its posts as they are read, by their texts. */
async function openTalk() {
  const salon = await openLounge()
  const { club, post } = salon
  const [mia, tom, eve] = [
    await salon.guest({ username: 'Mia' }),
    await salon.guest({ username: 'Tom' }),
    await salon.guest({ username: 'Eve' }),
  ]
  const say = async (who: { cookie: string }, text: string, replyTo?: string) => {
    const done = await post(who, { text, ...(replyTo && { replyTo }) })
    if (!done.ok) throw new Error(done.code)
    return done.answer.id
  }
  const read = async (id: string) => club.db.row<PostRow>(sql`${posts} where p.id = ${id}`)
  const remove = (id: string) =>
    club.db.run(sql`update posts set removed_at = now(), taken_back_by = user_id where id = ${id}`)
  return {
    club,
    mia,
    tom,
    eve,
    say,
    read,
    remove,
    [Symbol.asyncDispose]: () => salon[Symbol.asyncDispose](),
  }
}

test('of whom a post names those are told who are there, and the names of the others to be taken out', async () => {
  await using talk = await openTalk()
  const { club, mia, tom, eve, say, read } = talk
  const [named, other] = [await say(mia, '@Tom and @Eve, come'), await say(eve, '@Mia, I do')]
  const plain = await say(tom, 'no sign of anybody')
  expect(await read(named)).toMatchObject({
    mentions: [
      { id: tom.userId, username: 'Tom', name: 'Tom' },
      { id: eve.userId, username: 'Eve', name: 'Eve' },
    ].toSorted((a, b) => a.id.localeCompare(b.id)),
    away: null,
  })
  expect(await read(plain)).toMatchObject({ mentions: [], away: null })
  await suspend(club.db, eve.userId, '2999-01-01')
  expect(await read(named)).toMatchObject({
    mentions: [{ id: tom.userId, username: 'Tom', name: 'Tom' }],
    away: ['Eve'],
  })
  expect(await read(other)).toBeUndefined()
})

test('an answer tells what it answers for as long as that and its author are there', async () => {
  await using talk = await openTalk()
  const { club, mia, tom, say, read, remove } = talk
  const [first, second] = [await say(tom, 'first line\nsecond line'), await say(tom, 'another')]
  const [one, two] = [await say(mia, 'yes', first), await say(mia, 'no', second)]
  const plain = await say(mia, 'by itself')
  expect(await read(one)).toMatchObject({
    reply: {
      id: first,
      number: 1,
      author: { id: tom.userId, username: 'Tom' },
      line: 'first line',
      mentions: [],
      away: null,
    },
  })
  expect(await read(plain)).toMatchObject({ reply: null })
  await remove(first)
  const gone = { id: null, author: null, line: null, mentions: [], away: null }
  expect(await read(one)).toMatchObject({ reply: { ...gone, number: 1 } })
  expect(await read(two)).toMatchObject({ reply: { id: second, number: 2 } })
  await suspend(club.db, tom.userId, '2999-01-01')
  expect(await read(two)).toMatchObject({ reply: { ...gone, number: 2 } })
})

test('a post tells who answered it, in their order, of those who are there and have not taken it back', async () => {
  await using talk = await openTalk()
  const { club, mia, tom, eve, say, read, remove } = talk
  const [question, other] = [await say(mia, 'who is in?'), await say(mia, 'and where?')]
  const [toms, eves] = [await say(tom, 'I am', question), await say(eve, 'so am I', question)]
  await say(tom, 'at the bar', other)
  const by = ({ userId }: { userId: string }, id: string, number: number) => ({
    id,
    number,
    author: expect.objectContaining({ id: userId }),
  })
  expect(await read(question)).toMatchObject({ replies: [by(tom, toms, 3), by(eve, eves, 4)] })
  await suspend(club.db, eve.userId, '2999-01-01')
  expect(await read(question)).toMatchObject({ replies: [by(tom, toms, 3)] })
  await remove(toms)
  expect(await read(question)).toMatchObject({ replies: null })
})
