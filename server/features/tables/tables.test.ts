import { expect, test } from 'vitest'
import { codes } from '#contract/errors.ts'
import { blockMember } from '#contract/members/blocks.ts'
import { saveProfile } from '#contract/members/profiles.ts'
import { declineWaves } from '#contract/posts/receivedWaves.ts'
import { readBell } from '#contract/notifications/bellItems.ts'
import { listTableMessages } from '#contract/tables/messages.ts'
import { clearTable, getTable, markTableRead, setForgetting } from '#contract/tables/tables.ts'
import { listRooms } from '#contract/rooms/rooms.ts'
import { readEvening } from '#server/features/rooms/rooms.ts'
import { sql } from '#server/platform/database/database.ts'
import { sweepTables } from '#server/features/tables/tables.sweep.ts'
import {
  insertPost,
  listBellItems,
  readUnreadCount,
  waveToPost,
} from '#testing/fixtures/notifications.ts'
import { lounge, openLounge } from '#testing/fixtures/lounge.ts'
import {
  openTableForTwo,
  readWords,
  rise,
  say,
  trySaying,
  seatBoth,
  sit,
  fetchTables,
  waveBoth,
} from '#testing/fixtures/tables.ts'
import type { Club, TestMember } from '#testing/club/club.ts'

const NOW = '2026-05-01T20:00:00.000Z'

const states = async (club: Club, who: TestMember) =>
  (await fetchTables(club, who)).map(({ state, other }) => [state, other?.username ?? null])

test('a table opens by two waves and two who sit down, and by nothing else', async () => {
  await using opened = await openLounge({ now: NOW })
  const { club, guest } = opened
  const [mia, ben] = [await guest({ username: 'Mia' }), await guest({ username: 'Ben' })]
  expect(await sit(club, mia, ben)).toMatchObject({ status: 409, code: 'not_mutual' })
  await waveToPost(club, mia, await insertPost(club, ben, lounge))
  expect(await sit(club, mia, ben)).toMatchObject({ code: 'not_mutual' })
  expect(await sit(club, ben, mia)).toMatchObject({ code: 'not_mutual' })
  await waveToPost(club, ben, await insertPost(club, mia, lounge))

  const waiting = await sit(club, mia, ben)
  expect(waiting).toMatchObject({ answer: { state: 'waiting', other: { username: 'Ben' } } })
  expect(await sit(club, mia, ben)).toMatchObject({ answer: { state: 'waiting' } })
  expect([await states(club, mia), await states(club, ben)]).toEqual([
    [['waiting', 'Ben']],
    [['asked', 'Mia']],
  ])
  const tableId = waiting.ok ? waiting.answer.id : ''
  for (const who of [mia, ben])
    expect(await trySaying(club, who, tableId)).toMatchObject({ status: 404 })
  expect(await sit(club, ben, mia)).toMatchObject({ answer: { id: tableId, state: 'open' } })
  await say(club, mia, tableId, 'good evening')
  expect(await readWords(club, ben, tableId)).toEqual(['good evening'])
  expect(await fetchTables(club, ben)).toMatchObject([
    { state: 'open', last: { isOwn: false, text: 'good evening' }, unread: 1, isMyTurn: true },
  ])
  // cut between signs
  await say(club, ben, tableId, `${'x'.repeat(119)}👩‍👩‍👧‍👦 und mehr`)
  expect((await fetchTables(club, mia))[0]?.last?.text).toBe(`${'x'.repeat(119)}…`)
})

test('nobody beside the two finds anything of a table, whatever their role', async () => {
  await using opened = await openTableForTwo({ now: NOW })
  const { club, mia, eve, tableId } = opened
  await say(club, mia, tableId)
  const staff = [await club.member({ isAdmin: true }), await club.member({ isModerator: true })]
  for (const who of [eve, ...staff]) {
    expect(await fetchTables(club, who)).toEqual([])
    expect(await readWords(club, who, tableId)).toBe('PGRST116')
    expect(await trySaying(club, who, tableId)).toMatchObject({ status: 404 })
    expect(await rise(club, who, tableId)).toMatchObject({ status: 404 })
    expect(await club.call(who, getTable, { params: { tableId } })).toMatchObject({ status: 404 })
  }
})

test('either gets up with one call; the other reads that it ended and nothing else, for thirty days', async () => {
  await using opened = await openTableForTwo({ now: NOW })
  const { club, mia, ben, tableId } = opened
  await say(club, mia, tableId, 'one')
  await say(club, ben, tableId, 'two')
  club.clock.advance({ hours: 1 })
  expect(await rise(club, mia, tableId)).toMatchObject({ ok: true })
  for (const who of [mia, ben]) {
    expect(await fetchTables(club, who)).toMatchObject([
      { state: 'ended', endedAt: '2026-05-01T21:00:00.000Z', goneAt: '2026-05-31T21:00:00.000Z' },
    ])
    expect(await readWords(club, who, tableId)).toEqual(['two', 'one'])
    expect(await trySaying(club, who, tableId)).toMatchObject({ status: 409, code: 'table_ended' })
  }
  club.clock.advance({ hours: 30 * 24 })
  const later = await club.session(ben)
  expect(await fetchTables(club, later)).toEqual([])
  expect(await readWords(club, later, tableId)).toBe('PGRST116')
  await sweepTables(club.app)
  expect(await club.db.rows(sql`select from tables`)).toEqual([])
  expect(await club.db.rows(sql`select from table_messages`)).toEqual([])
})

test('one’s own copy of what was said can go at once, and the key with the last one', async () => {
  await using opened = await openTableForTwo({ now: NOW })
  const { club, mia, ben, tableId } = opened
  await say(club, mia, tableId)
  const clear = (who: TestMember) => club.call(who, clearTable, { params: { tableId } })
  expect(await clear(mia)).toMatchObject({ code: 'table_open' })
  await rise(club, ben, tableId)
  expect(await clear(mia)).toMatchObject({ ok: true })
  expect(await fetchTables(club, mia)).toEqual([])
  expect(await readWords(club, mia, tableId)).toBe('PGRST116')
  expect(await readWords(club, ben, tableId)).toEqual(['good evening'])
  expect(await clear(ben)).toMatchObject({ ok: true })
  expect(await club.db.rows(sql`select from table_messages`)).toEqual([])
  const [left] = await club.db.rows(sql`select length(wrapped_key) as length from tables`)
  expect(left).toEqual({ length: 0 })
  // and that they sat together is not forgotten with it
  const postId = await insertPost(club, mia, lounge)
  expect(await waveToPost(club, ben, postId)).toMatchObject({ code: 'wave_resting' })
})

test('who got up waves again after thirty days, and sits down again after two new waves', async () => {
  await using opened = await openTableForTwo({ now: NOW })
  const { club, mia, ben, tableId } = opened
  await rise(club, mia, tableId)
  expect(await sit(club, mia, ben)).toMatchObject({ code: 'not_mutual' })
  const wave = async (who: TestMember, to: TestMember) =>
    waveToPost(club, await club.session(who), await insertPost(club, to, lounge))
  for (const [one, other] of [
    [mia, ben],
    [ben, mia],
  ] as const)
    expect(await wave(one, other)).toMatchObject({
      status: 409,
      code: 'wave_resting',
      body: { until: '2026-05-31T20:00:00.000Z' },
    })
  club.clock.advance({ hours: 30 * 24 })
  const later = await club.session(mia)
  expect(await sit(club, later, ben)).toMatchObject({ code: 'not_mutual' })
  expect(await wave(mia, ben)).toMatchObject({ ok: true })
  expect(await wave(ben, mia)).toMatchObject({ ok: true })
  expect(await sit(club, later, ben)).toMatchObject({ answer: { state: 'waiting' } })
})

test('waiting ends after fourteen days, and nobody is notified', async () => {
  await using opened = await openLounge({ now: NOW })
  const { club, guest } = opened
  const [mia, ben] = [await guest(), await guest()]
  await waveBoth(club, mia, ben)
  await sit(club, mia, ben)
  club.clock.advance({ hours: 14 * 24 })
  for (const who of [await club.session(mia), await club.session(ben)])
    expect(await fetchTables(club, who)).toEqual([])
  const again = await sit(club, await club.session(ben), mia)
  expect(again).toMatchObject({ answer: { state: 'waiting', since: '2026-05-15T20:00:00.000Z' } })
})

test('“No, thank you” keeps one waiting without a word, and ends a table', async () => {
  await using opened = await openLounge({ now: NOW })
  const { club, guest } = opened
  const [mia, ben] = [await guest({ username: 'Mia' }), await guest({ username: 'Ben' })]
  await waveBoth(club, mia, ben)
  await sit(club, ben, mia)
  const decline = () => club.call(mia, declineWaves, { body: { waverId: ben.userId } })
  await decline()
  expect(await states(club, mia)).toEqual([])
  expect(await states(club, ben)).toEqual([['waiting', 'Mia']])
  expect(await sit(club, ben, mia)).toMatchObject({ answer: { state: 'waiting' } })
  expect(await sit(club, mia, ben)).toMatchObject({ code: 'not_mutual' })

  const [cleo, dan] = [await guest(), await guest()]
  const tableId = await seatBoth(club, cleo, dan)
  await club.call(cleo, declineWaves, { body: { waverId: dan.userId } })
  expect(await trySaying(club, dan, tableId)).toMatchObject({ code: 'table_ended' })
})

test('a member who declines to sit down no longer sees the request; the one who waits notices nothing', async () => {
  await using opened = await openLounge({ now: NOW })
  const { club, guest } = opened
  const [mia, ben, eve] = [
    await guest({ username: 'Mia' }),
    await guest({ username: 'Ben' }),
    await guest(),
  ]
  const bell = async () =>
    (await listBellItems(club, mia)).filter(({ kind }) => kind === 'table_asked')
  await waveBoth(club, mia, ben)
  const sat = await sit(club, ben, mia)
  if (!sat.ok) throw new Error(sat.code)
  const tableId = sat.answer.id
  expect(await bell()).toHaveLength(1)
  expect(await rise(club, eve, tableId)).toMatchObject({ code: codes.notFound })
  const [mias, bens] = [await club.follow(mia), await club.follow(ben)]
  for (const tab of [mias, bens]) await tab.next('ready')

  expect(await rise(club, mia, tableId)).toMatchObject({ ok: true })
  // the other tabs of hers, and nobody else's
  await mias.next('rooms')
  expect(await states(club, mia)).toEqual([])
  expect(await bell()).toEqual([])
  expect(await rise(club, mia, tableId)).toMatchObject({ code: codes.notFound })
  expect(await sit(club, ben, mia)).toMatchObject({ answer: { id: tableId, state: 'waiting' } })

  // who waits no longer and sits down again asks nobody a second time
  await rise(club, ben, tableId)
  await sit(club, ben, mia)
  expect([await states(club, mia), await states(club, ben)]).toEqual([[], [['waiting', 'Mia']]])
  expect(await bell()).toEqual([])

  // a member who changes their mind sits down with the one who waits
  expect(await sit(club, mia, ben)).toMatchObject({ answer: { state: 'open' } })
})

test('one who would rather not is asked again once nobody can have waited so long', async () => {
  await using opened = await openLounge({ now: NOW })
  const { club, guest } = opened
  const [mia, ben] = [await guest({ username: 'Mia' }), await guest({ username: 'Ben' })]
  await waveBoth(club, mia, ben)
  const sat = await sit(club, ben, mia)
  await rise(club, mia, sat.ok ? sat.answer.id : '')
  club.clock.advance({ hours: 14 * 24 })
  expect(await sweepTables(club.app)).toMatchObject({ tableWaits: 2 })
  expect(await club.db.rows(sql`select from table_refusals`)).toEqual([])
  const [later, bens] = [await club.session(mia), await club.session(ben)]
  await sit(club, bens, mia)
  expect(await fetchTables(club, later)).toMatchObject([{ state: 'asked' }])
})

test('a block closes the table at once on both sides, in every open tab', async () => {
  await using opened = await openTableForTwo({ now: NOW })
  const { club, mia, ben, tableId } = opened
  await say(club, ben, tableId, 'from Ben')
  await say(club, mia, tableId, 'from Mia')
  const second = await club.secondServer()
  const tabs = [await club.follow(mia), await club.follow(ben, second.url)]
  for (const tab of tabs)
    expect(await tab.next('ready')).toMatchObject({ tables: [{ id: tableId, latest: 2 }] })
  await club.call(mia, blockMember, { params: { memberId: ben.userId } })
  for (const tab of tabs) {
    await tab.next('rooms')
    expect(await tab.next('ready')).not.toHaveProperty('tables')
  }
  expect(await fetchTables(club, ben)).toMatchObject([{ state: 'ended', other: null }])
  expect(await readWords(club, ben, tableId)).toEqual(['from Ben'])
  expect(await readWords(club, mia, tableId)).toEqual(['from Mia'])
})

test('a member who reads at a table has no notification left that the other sat down', async () => {
  await using opened = await openLounge({ now: NOW })
  const { club, guest } = opened
  const [mia, ben] = [await guest({ username: 'Mia' }), await guest({ username: 'Ben' })]
  await waveBoth(club, mia, ben)
  await club.call(mia, readBell, { body: { until: club.app.now().toISOString() } })
  await sit(club, mia, ben)
  const sat = await sit(club, ben, mia)
  const tableId = sat.ok ? sat.answer.id : ''
  expect(await readUnreadCount(club, mia)).toBe(1)
  await say(club, ben, tableId, 'Guten Abend')
  await club.call(ben, markTableRead, { params: { tableId }, body: { number: 1 } })
  expect(await readUnreadCount(club, mia)).toBe(1)
  await club.call(mia, markTableRead, { params: { tableId }, body: { number: 1 } })
  expect(await readUnreadCount(club, mia)).toBe(0)
})

test('what answered somebody at a table quotes them no more once they blocked, nor words that are forgotten', async () => {
  await using opened = await openTableForTwo({ now: NOW })
  const { club, mia, ben, eve, tableId } = opened
  const answer = async (who: TestMember, table: string, replyTo: string) =>
    trySaying(club, who, table, 'is that so', { replyTo })
  const quotes = async (who: { cookie: string }, table: string) => {
    const read = await club.call(who, listTableMessages, { params: { tableId: table }, query: {} })
    return read.ok && read.answer.posts.flatMap(({ reply }) => (reply ? [reply] : []))
  }
  const gone = [{ id: null, number: 1, author: null, line: null, mentions: [] }]
  await answer(ben, tableId, (await say(club, mia, tableId, 'I live in the red house')).id)
  expect(await quotes(ben, tableId)).toMatchObject([{ line: 'I live in the red house' }])
  await club.call(mia, blockMember, { params: { memberId: ben.userId } })
  await club.call(mia, saveProfile, { body: { username: 'Somebody else' } })
  expect(await quotes(ben, tableId)).toEqual(gone)

  const second = await seatBoth(club, mia, eve)
  const { id } = await say(club, mia, second, 'for a day')
  for (const who of [mia, eve])
    await club.call(who, setForgetting, { params: { tableId: second }, body: { isWanted: true } })
  club.clock.advance({ hours: 23 })
  const later = await club.session(eve)
  await answer({ ...eve, ...later }, second, id)
  club.clock.advance({ hours: 2 })
  expect(await quotes(later, second)).toEqual(gone)
})

test('the bell says who waits and who came, but not to a member who said no, nor once it is over', async () => {
  await using opened = await openLounge({ now: NOW })
  const { club, guest } = opened
  const [mia, ben] = [await guest({ username: 'Mia' }), await guest({ username: 'Ben' })]
  const bell = async (who: TestMember) =>
    (await listBellItems(club, who))
      .filter(({ kind }) => kind.startsWith('table_'))
      .map(({ kind, actors }) => [kind, actors[0]?.username])
  await waveBoth(club, mia, ben)
  const sat = await sit(club, mia, ben)
  await sit(club, mia, ben)
  expect([await bell(mia), await bell(ben)]).toEqual([[], [['table_asked', 'Mia']]])
  await rise(club, mia, sat.ok ? sat.answer.id : '')
  expect(await bell(ben)).toEqual([])
  await sit(club, mia, ben)
  await sit(club, ben, mia)
  expect([await bell(mia), await bell(ben)]).toEqual([[['table_open', 'Ben']], []])
  await club.call(ben, blockMember, { params: { memberId: mia.userId } })
  expect(await bell(mia)).toEqual([])

  const cleo = await guest()
  await waveBoth(club, mia, cleo)
  await club.call(cleo, declineWaves, { body: { waverId: mia.userId } })
  await sit(club, mia, cleo)
  expect(await bell(cleo)).toEqual([])
})

test('who leaves the club is up from the table; the other keeps their own words, and nobody waits for them', async () => {
  await using opened = await openTableForTwo()
  const { club, mia, ben, eve, tableId } = opened
  await say(club, ben, tableId, 'from Ben')
  await say(club, mia, tableId, 'from Mia')
  await waveBoth(club, eve, ben)
  await sit(club, eve, ben)
  const tab = await club.follow(mia)
  await tab.next('ready')
  await club.db.run(sql`delete from users where id = ${ben.userId}`)
  await tab.next('rooms')
  expect(await fetchTables(club, mia)).toMatchObject([
    { state: 'ended', other: null, last: { isOwn: true } },
  ])
  expect(await readWords(club, mia, tableId)).toEqual(['from Mia'])
  expect(await fetchTables(club, eve)).toEqual([])
})

test('five tables at a time; the sixth takes the place of one, or of nobody', async () => {
  await using opened = await openLounge({ now: NOW, config: { limitsFactor: 100 } })
  const { club, guest } = opened
  const mia = await guest()
  const others = await Promise.all(Array.from({ length: 7 }, () => guest()))
  for (const other of others) await waveBoth(club, mia, other)
  const tables = []
  for (const other of others.slice(0, 5)) {
    const sat = await sit(club, mia, other)
    tables.push(sat.ok ? sat.answer.id : '')
  }
  const [sixth, seventh] = others.slice(5) as [TestMember, TestMember]
  expect(await sit(club, mia, sixth)).toMatchObject({ status: 409, code: 'tables_full' })
  // somebody else's table, or one that is none, frees no place
  expect(await sit(club, mia, sixth, sixth.userId)).toMatchObject({ code: 'tables_full' })
  expect(await sit(club, mia, sixth, tables[0])).toMatchObject({ answer: { state: 'waiting' } })
  const both = await Promise.all([
    sit(club, mia, seventh, tables[1]),
    sit(club, mia, others[0]!, tables[1]),
  ])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await fetchTables(club, mia)).toHaveLength(5)
})

test('a member who leaves five tables unanswered for days has to answer or leave one first', async () => {
  await using opened = await openLounge({ now: NOW, config: { limitsFactor: 100 } })
  const { club, guest } = opened
  const mia = await guest()
  const others = await Promise.all(Array.from({ length: 6 }, () => guest()))
  const tables: string[] = []
  for (const other of others.slice(0, 5)) {
    tables.push(await seatBoth(club, mia, other))
    await say(club, other, tables.at(-1)!)
  }
  await waveBoth(club, mia, others[5]!)
  expect(await sit(club, mia, others[5]!)).toMatchObject({ code: 'tables_full' })
  club.clock.advance({ hours: 72 })
  const later = await club.session(mia)
  expect(await sit(club, later, others[5]!)).toMatchObject({ code: 'answers_owed' })
  await say(club, later, tables[0]!)
  expect(await sit(club, later, others[5]!)).toMatchObject({ code: 'tables_full' })
})

test('words go after a day where both want it, and stay where one does not', async () => {
  await using opened = await openTableForTwo({ now: NOW })
  const { club, mia, ben, tableId } = opened
  const want = (who: TestMember, isWanted = true) =>
    club.call(who, setForgetting, { params: { tableId }, body: { isWanted } })
  await say(club, mia, tableId, 'old')
  expect(await want(mia)).toMatchObject({ answer: { forgetting: 'wanted' } })
  expect(await fetchTables(club, ben)).toMatchObject([{ forgetting: 'asked' }])
  club.clock.advance({ hours: 25 })
  const [one, other] = [
    { ...mia, ...(await club.session(mia)) },
    { ...ben, ...(await club.session(ben)) },
  ]
  await say(club, one, tableId, 'new')
  await sweepTables(club.app)
  expect(await readWords(club, other, tableId)).toEqual(['new', 'old'])
  expect(await want(other)).toMatchObject({ answer: { forgetting: 'on', latest: 2 } })
  expect(await readWords(club, one, tableId)).toEqual(['new'])
  await sweepTables(club.app)
  expect(await want(other, false)).toMatchObject({ answer: { forgetting: 'asked' } })
  expect(await readWords(club, one, tableId)).toEqual(['new'])
})

test('words that are gone come back by no answer to them, swept away or not yet', async () => {
  await using opened = await openTableForTwo({ now: NOW })
  const { club, mia, ben, tableId } = opened
  const { id: replyTo } = await say(club, ben, tableId, 'our secret')
  for (const who of [mia, ben])
    await club.call(who, setForgetting, { params: { tableId }, body: { isWanted: true } })
  expect(await trySaying(club, mia, tableId, 'yes', { replyTo })).toMatchObject({ ok: true })
  club.clock.advance({ hours: 25 })
  const later = await club.session(mia)
  const late = await trySaying(club, later, tableId, 'no', { replyTo })
  expect(late).toMatchObject({ code: 'post_gone' })
})

test('messages at a table count in none of the numbers that others see', async () => {
  await using opened = await openTableForTwo()
  const { club, mia, ben, eve, tableId } = opened
  const told = async () => ({
    evening: await readEvening(club.app),
    rooms: await club.call(eve, listRooms, {}),
  })
  const before = await told()
  expect(before.evening.weeksPosts).toBeGreaterThan(0)
  for (const who of [mia, ben, mia]) await say(club, who, tableId)
  expect(await told()).toEqual(before)
})
