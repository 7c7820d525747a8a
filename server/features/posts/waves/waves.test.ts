import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { listOwnWaves } from '#contract/posts/waves.ts'
import { declineWaves, listWaves } from '#contract/posts/receivedWaves.ts'
import { sql } from '#server/platform/database/database.ts'
import {
  listBellItems,
  block,
  insertPost,
  undoWaveToPost,
  readUnreadCount,
  waveToPost,
} from '#testing/fixtures/notifications.ts'
import type { Club, TestMember } from '#testing/club/club.ts'
import { openLounge } from '#testing/fixtures/lounge.ts'

const NOW = '2026-05-04T20:00:00.000Z'
const names = (items: Awaited<ReturnType<typeof listBellItems>>) =>
  items.map(({ kind, actors, count }) => [kind, count, ...actors.map(({ username }) => username)])
const received = async (club: Club, as: TestMember) => {
  const response = await club.call(as, listWaves, { query: {} })
  if (!response.ok) throw new Error(response.code)
  return response.answer.waves
}

async function openSalon() {
  const salon = await openLounge({ now: NOW })
  const [mia, ben, cleo] = await Promise.all([
    salon.guest({ username: 'Mia' }),
    salon.guest({ username: 'Ben' }),
    salon.guest({ username: 'Cleo' }),
  ])
  const { club, room } = salon
  const write = (who: TestMember, text?: string) => insertPost(club, who, { slug: 'lounge' }, text)
  return { ...salon, club, room, mia, ben, cleo, write }
}

test('a post that is spoken of is cut between signs, and says that it was', async () => {
  await using salon = await openSalon()
  const { club, mia, ben, write } = salon
  const start = 'x'.repeat(119)
  for (const sign of ['👩‍👩‍👧‍👦', '🏳️‍🌈', '🇩🇪', 'é\u0302\u0303']) {
    const post = await write(mia, `${start}${sign} und mehr`)
    await waveToPost(club, ben, post)
    expect((await listBellItems(club, mia))[0]?.post?.text, sign).toBe(`${start}…`)
    expect((await received(club, mia))[0]?.post.text, sign).toBe(`${start}…`)
    club.clock.advance({ minutes: 1 })
  }
})

test('a wave is a private hello: the author is notified, once a post; nobody else is', async () => {
  await using salon = await openSalon()
  const { club, mia, ben, cleo, write } = salon
  const post = await write(mia, 'Guten Abend')
  const stream = await club.follow(mia)
  const others = await club.follow(cleo)
  expect(await waveToPost(club, ben, post)).toMatchObject({
    ok: true,
    answer: { undoableUntil: '2026-05-04T20:00:10.000Z' },
  })
  club.clock.advance({ seconds: 3 })
  expect(await waveToPost(club, ben, post)).toMatchObject({
    answer: { undoableUntil: '2026-05-04T20:00:10.000Z' },
  })
  expect(await stream.next('bell')).toEqual({ type: 'bell', unread: 1 })
  await waveToPost(club, cleo, post)
  expect(names(await listBellItems(club, mia))).toEqual([['wave', 2, 'Cleo', 'Ben']])
  expect((await listBellItems(club, mia))[0]?.post).toMatchObject({
    room: 'lounge',
    text: 'Guten Abend',
  })
  expect(await readUnreadCount(club, mia)).toBe(1)
  expect((await received(club, mia)).map(({ waver }) => waver.username)).toEqual(['Cleo', 'Ben'])
  for (const who of [ben, cleo]) {
    expect(await listBellItems(club, who)).toEqual([])
    expect(await received(club, who)).toEqual([])
  }
  expect(others.events.filter(({ type }) => type === 'bell')).toEqual([])
  stream.close()
  others.close()
})

test('of two waves at one post in the same moment none is lost where a page ends', async () => {
  await using salon = await openSalon()
  const { club, mia, ben, cleo, write } = salon
  const together = await write(mia)
  await Promise.all([waveToPost(club, ben, together), waveToPost(club, cleo, together)])
  club.clock.advance({ minutes: 1 })
  // so many more that the first page ends between the two
  const others = await Promise.all(
    Array.from({ length: limits.wavesPerPage - 1 }, () => write(mia)),
  )
  for (const post of others) await waveToPost(club, ben, post)
  const seen: string[] = []
  for (let before: string | undefined, more = true; more;) {
    const response = await club.call(mia, listWaves, { query: { before } })
    if (!response.ok) throw new Error(response.code)
    seen.push(...response.answer.waves.map(({ waver, post }) => `${waver.username} ${post.number}`))
    before = response.answer.next ?? undefined
    more = before !== undefined
  }
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toHaveLength(limits.wavesPerPage + 1)
})

test('one knows at which posts one waved', async () => {
  await using salon = await openSalon()
  const { club, mia, ben, write } = salon
  const posts = [await write(mia), await write(mia), await write(mia)]
  await waveToPost(club, ben, posts[0]!)
  await waveToPost(club, ben, posts[2]!)
  const own = (who: TestMember, from: number, to: number) =>
    club.call(who, listOwnWaves, { params: { slug: 'lounge' }, query: { from, to } })
  expect(await own(ben, 1, 100)).toMatchObject({ answer: { numbers: [1, 3] } })
  expect(await own(ben, 2, 100)).toMatchObject({ answer: { numbers: [3] } })
  expect(await own(mia, 1, 100)).toMatchObject({ answer: { numbers: [] } })
})

test('a wave is undone within ten seconds, as if it had never been, and afterwards stays', async () => {
  await using salon = await openSalon()
  const { club, mia, ben, write } = salon
  const post = await write(mia)
  await waveToPost(club, ben, post)
  club.clock.advance({ seconds: 10 })
  expect(await undoWaveToPost(club, ben, post)).toMatchObject({ ok: true })
  expect(await undoWaveToPost(club, ben, post)).toMatchObject({ ok: true })
  expect(await listBellItems(club, mia)).toEqual([])
  expect(await received(club, mia)).toEqual([])
  await waveToPost(club, ben, post)
  club.clock.advance({ seconds: 11 })
  expect(await undoWaveToPost(club, ben, post)).toMatchObject({ ok: false, code: 'wave_settled' })
  expect(names(await listBellItems(club, mia))).toEqual([['wave', 1, 'Ben']])
})

test('two who waved at each other are both notified, once, also when they do it at the same moment', async () => {
  await using salon = await openSalon()
  const { club, mia, ben, write } = salon
  const [ofMia, ofBen, another] = [await write(mia), await write(ben), await write(ben)]
  await Promise.all([waveToPost(club, ben, ofMia), waveToPost(club, mia, ofBen)])
  const mutual = async (who: TestMember) =>
    names(await listBellItems(club, who)).filter(([kind]) => kind === 'mutual_wave')
  expect(await mutual(mia)).toEqual([['mutual_wave', 1, 'Ben']])
  expect(await mutual(ben)).toEqual([['mutual_wave', 1, 'Mia']])
  await waveToPost(club, mia, another)
  expect(await mutual(ben)).toHaveLength(1)
  expect((await received(club, mia)).map(({ isMutual }) => isMutual)).toEqual([true])
  // undone on one side, it is no longer mutual
  await undoWaveToPost(club, ben, ofMia)
  expect(await mutual(mia)).toEqual([])
  expect(await mutual(ben)).toEqual([])
})

test('"No, thank you" ends waving between these two for good, and the waver notices nothing', async () => {
  await using salon = await openSalon()
  const { club, mia, ben, cleo, write } = salon
  const [ofMia, later, ofBen] = [await write(mia), await write(mia), await write(ben)]
  await waveToPost(club, ben, ofMia)
  await waveToPost(club, cleo, ofMia)
  const decline = (who: TestMember, { userId: waverId }: TestMember) =>
    club.call(who, declineWaves, { body: { waverId } })
  expect(await decline(mia, ben)).toMatchObject({ ok: true })
  expect(names(await listBellItems(club, mia))).toEqual([['wave', 1, 'Cleo']])

  const stream = await club.follow(mia)
  const answers = [await waveToPost(club, ben, later), await waveToPost(club, cleo, later)]
  expect(answers.map((one) => one.ok && one.answer)).toEqual(
    Array(2).fill({ undoableUntil: '2026-05-04T20:00:10.000Z', isMutual: false }),
  )
  expect(names(await listBellItems(club, mia)).flat()).not.toContain('Ben')
  expect((await received(club, mia)).map(({ waver }) => waver.username)).toEqual(['Cleo', 'Cleo'])
  // nor the other way round, whatever Ben did before
  await waveToPost(club, mia, ofBen)
  expect(await listBellItems(club, ben)).toEqual([])
  expect(await received(club, ben)).toEqual([])
  stream.close()
  // who never waved cannot be declined, and the answer does not say so
  expect(await decline(ben, cleo)).toMatchObject({ ok: true })
  await waveToPost(club, cleo, ofBen)
  expect(names(await listBellItems(club, ben))).toEqual([['wave', 1, 'Cleo']])
})

test('nobody waves at themselves, from outside, at what is gone, or at whom they do not see', async () => {
  await using salon = await openSalon()
  const { club, mia, ben, cleo, write } = salon
  const post = await write(mia)
  expect(await waveToPost(club, mia, post)).toMatchObject({ code: '42501' })
  expect(await waveToPost(club, await club.member(), post)).toMatchObject({ code: 'PGRST116' })
  await block(club, mia, ben)
  expect(await waveToPost(club, ben, post)).toMatchObject({ code: 'PGRST116' })
  const ofBen = await write(ben)
  expect(await waveToPost(club, mia, ofBen)).toMatchObject({ code: 'PGRST116' })
  await club.db.run(
    sql`insert into hidden_posts (user_id, post_id, hidden_at) values (${cleo.userId}, ${post}, ${NOW})`,
  )
  expect(await waveToPost(club, cleo, post)).toMatchObject({ code: 'PGRST116' })
  await club.db.run(sql`delete from hidden_posts`)
  await club.db.run(
    sql`update posts set removed_at = ${NOW}, taken_back_by = user_id where id = ${post}`,
  )
  expect(await waveToPost(club, cleo, post)).toMatchObject({ code: 'PGRST116' })
  expect(await club.db.rows(sql`select from waves`)).toEqual([])
})

test('sixty waves an hour, however many are tried at once', async () => {
  await using salon = await openSalon()
  const { club, mia, ben, write } = salon
  const posts = await Promise.all(Array.from({ length: 62 }, () => write(mia)))
  const answers = await Promise.all(posts.map((post) => waveToPost(club, ben, post)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(60)
  expect(answers.find(({ ok }) => !ok)).toMatchObject({ code: 'too_many_attempts' })
})

test('at the post one reads that a wave is mutual, no matter who waved last; a member who declined does not', async () => {
  await using salon = await openSalon()
  const { club, mia, ben, cleo, write } = salon
  const [ofMia, ofBen, ofCleo] = [await write(mia), await write(ben), await write(cleo)]
  const known = async (who: TestMember) => {
    const query = { from: 1, to: 100 }
    const own = await club.call(who, listOwnWaves, { params: { slug: 'lounge' }, query })
    return own.ok && own.answer
  }
  expect(await waveToPost(club, ben, ofMia)).toMatchObject({ answer: { isMutual: false } })
  expect(await known(ben)).toEqual({ numbers: [1], mutual: [] })
  const stream = await club.follow(ben)
  await stream.next('ready')
  expect(await waveToPost(club, mia, ofBen)).toMatchObject({ answer: { isMutual: true } })
  expect(await stream.next('bell')).toMatchObject({ type: 'bell' })
  expect(await known(mia)).toEqual({ numbers: [2], mutual: [2] })
  expect(await known(ben)).toEqual({ numbers: [1], mutual: [1] })
  stream.close()

  await undoWaveToPost(club, mia, ofBen)
  expect(await known(ben)).toEqual({ numbers: [1], mutual: [] })

  // declined, then waved at: for neither is it an answer
  await waveToPost(club, mia, ofCleo)
  await club.call(cleo, declineWaves, { body: { waverId: mia.userId } })
  expect(await waveToPost(club, cleo, ofMia)).toMatchObject({ answer: { isMutual: false } })
  expect(await known(cleo)).toEqual({ numbers: [1], mutual: [] })
  expect(await known(mia)).toEqual({ numbers: [3], mutual: [] })
})
