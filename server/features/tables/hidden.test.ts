import { expect, test } from 'vitest'
import { setHidden } from '#contract/content-rules/contentRules.ts'
import { declineWaves } from '#contract/posts/receivedWaves.ts'
import { listOwnWaves } from '#contract/posts/waves.ts'
import { blockMember } from '#contract/members/blocks.ts'
import { editPost } from '#contract/posts/ownPosts.ts'
import { deleteTableMessage, editTableMessage } from '#contract/tables/messages.ts'
import { clearTable, setForgetting } from '#contract/tables/tables.ts'
import { insertPost, waveToPost } from '#testing/fixtures/notifications.ts'
import { lounge, openLounge } from '#testing/fixtures/lounge.ts'
import {
  fetchTables,
  openTableForTwo,
  readWords,
  rise,
  say,
  seatBoth,
  sit,
  waveBoth,
} from '#testing/fixtures/tables.ts'
import { sweepTables } from './tables.sweep.ts'
import { downloadCopy } from '#testing/privacy/exports.ts'
import { suspend } from '#testing/moderation/statements.ts'
import { sql } from '#server/platform/database/database.ts'
import { restrict } from '#testing/moderation/restricted.ts'
import type { Club, TestMember } from '#testing/club/club.ts'

const hide = (club: Club, who: TestMember, isHidden = true) =>
  club.call(who, setHidden, { body: { isHidden } })
const NOW = '2026-05-01T20:00:00.000Z'

/** Each way to be hidden from others while one is signed in. */
const HIDING = [
  ['hides', hide],
  ['may not be used', restrict],
] as const

test.each(HIDING)(
  'what somebody who %s does at a table is told to nobody',
  async (_, makeHidden) => {
    await using opened = await openTableForTwo()
    const { club, mia, ben, eve, tableId } = opened
    await waveBoth(club, eve, ben)
    await sit(club, eve, ben)
    await makeHidden(club, ben)
    const before = [await fetchTables(club, mia), await fetchTables(club, eve)]
    const body = { isWanted: true }
    const wish = await club.call(ben, setForgetting, { params: { tableId }, body })
    expect(wish).toMatchObject({ code: 'hidden_now' })
    expect(await sit(club, ben, eve)).toMatchObject({ code: 'hidden_now' })
    expect([await fetchTables(club, mia), await fetchTables(club, eve)]).toEqual(before)
  },
)

test.each(HIDING)(
  'that the other %s is heard at once at their table, without a room they share, and not by who blocked them',
  async (_, makeHidden) => {
    await using opened = await openTableForTwo()
    const { club, mia, ben, eve, tableId } = opened
    await seatBoth(club, eve, ben)
    await club.call(eve, blockMember, { params: { memberId: ben.userId } })
    await club.db.run(sql`delete from room_members where user_id <> ${ben.userId}`)
    await club.app.bus.flush()
    const tabs = await Promise.all([mia, eve].map((who) => club.follow(who)))
    const readies = () =>
      tabs.map(({ events }) => events.filter(({ type }) => type === 'ready').length)
    const other = async () => (await fetchTables(club, mia)).find(({ id }) => id === tableId)?.other
    expect(await other()).toMatchObject({ username: 'Ben' })
    await makeHidden(club, ben)
    await expect.poll(readies, { interval: 10 }).toEqual([2, 1])
    const areTold = tabs.map(({ events }) => events.some(({ type }) => type === 'rooms'))
    expect(areTold).toEqual([true, false])
    expect(await other()).toBeNull()
    if (makeHidden === hide) await hide(club, ben, false)
    else await restrict(club, ben, { isRestricted: false })
    await expect.poll(readies, { interval: 10 }).toEqual([3, 1])
    expect(await other()).toMatchObject({ username: 'Ben' })
    // for who cannot look at them, nothing changes
    await suspend(club.db, ben.userId, '2030-01-01T00:00:00Z')
    await expect.poll(readies, { interval: 10 }).toEqual([4, 2])
    await restrict(club, ben)
    const stranger = await club.member()
    await suspend(club.db, stranger.userId, '2030-01-01T00:00:00Z')
    await expect.poll(readies, { interval: 10 }).toEqual([5, 3])
  },
)

/** Each way to end a table, or nobody's waiting at one. */
const ENDING = {
  blocks: (club: Club, who: TestMember, other: TestMember) =>
    club.call(who, blockMember, { params: { memberId: other.userId } }),
  declines: (club: Club, who: TestMember, other: TestMember) =>
    club.call(who, declineWaves, { body: { waverId: other.userId } }),
  'gets up': async (club: Club, who: TestMember, other: TestMember) => {
    const tables = await fetchTables(club, who)
    const table = tables.find((one) => one.other?.id === other.userId)
    return table && rise(club, who, table.id)
  },
}

test.each(
  HIDING.flatMap(([how, makeHidden]) =>
    Object.entries(ENDING).map(([act, end]) => [how, act, makeHidden, end] as const),
  ),
)(
  'that somebody who %s %s is seen by nobody before they are there again, and by themselves at once',
  async (_, act, makeHidden, end) => {
    await using opened = await openTableForTwo({ now: NOW })
    const { club, mia, ben, eve, tableId } = opened
    await waveBoth(club, eve, ben)
    await sit(club, eve, ben)
    await say(club, ben, tableId, 'bye')
    await makeHidden(club, ben)
    const before = [await fetchTables(club, mia), await fetchTables(club, eve)]
    expect(before.flat().map(({ state }) => state)).toEqual(['open', 'waiting'])
    for (const other of [mia, eve]) await end(club, ben, other)
    expect([await fetchTables(club, mia), await fetchTables(club, eve)]).toEqual(before)
    expect(await fetchTables(club, ben)).toMatchObject([
      { id: tableId, state: 'ended', endedAt: NOW },
    ])
    const cleared = await club.call(ben, clearTable, { params: { tableId } })
    expect(cleared).toMatchObject({ ok: true })
    expect([await fetchTables(club, mia), await fetchTables(club, eve)]).toEqual(before)

    if (makeHidden === hide) await hide(club, ben, false)
    else await restrict(club, ben, { isRestricted: false })
    expect(await fetchTables(club, mia)).toMatchObject([{ id: tableId, state: 'ended' }])
    const waiting = await fetchTables(club, eve)
    expect(waiting.map(({ state }) => state)).toEqual(act === 'blocks' ? [] : ['waiting'])
  },
)

test('a table that both leave unseen has ended, and its words go once neither wants them', async () => {
  await using opened = await openTableForTwo({ now: NOW })
  const { club, mia, ben, tableId } = opened
  await say(club, ben, tableId, 'bye')
  for (const who of [mia, ben]) await hide(club, who)
  for (const who of [mia, ben]) await rise(club, who, tableId)
  for (const who of [mia, ben]) {
    expect(await fetchTables(club, who)).toMatchObject([{ state: 'ended', endedAt: NOW }])
    await club.call(who, clearTable, { params: { tableId } })
  }
  expect(await club.db.rows(sql`select from table_messages`)).toEqual([])
})

test('who left unseen keeps the words as long as they read, and the other as long as the table rests', async () => {
  await using opened = await openTableForTwo({ now: NOW })
  const { club, mia, ben, tableId } = opened
  await say(club, mia, tableId, 'bye')
  await hide(club, ben)
  await rise(club, ben, tableId)
  club.clock.advance({ hours: 30 * 24 })
  const [mias, bens] = [await club.session(mia), await club.session(ben)]
  expect(await sweepTables(club.app)).toMatchObject({ tables: 1 })
  expect(await sweepTables(club.app)).toMatchObject({ tables: 0 })
  expect(await fetchTables(club, bens)).toEqual([])
  expect(await fetchTables(club, mias)).toMatchObject([{ id: tableId, state: 'open' }])
  expect(await readWords(club, mias, tableId)).toEqual(['bye'])

  // ended for both, nobody has a copy any more once she does away with hers
  await rise(club, mias, tableId)
  await club.call(mias, clearTable, { params: { tableId } })
  expect(await club.db.rows(sql`select from table_messages`)).toEqual([])
})

test.each(HIDING)('nobody learns that a member who %s waves back', async (_, makeHidden) => {
  await using opened = await openLounge()
  const { club, guest } = opened
  const [mia, ben] = [await guest(), await guest()]
  const mutual = async () => {
    const request = { params: lounge, query: { from: 1, to: 10 } }
    const got = await club.call(mia, listOwnWaves, request)
    return got.ok ? got.answer.mutual.length : got.code
  }
  expect(await waveToPost(club, mia, await insertPost(club, ben, lounge))).toMatchObject({
    ok: true,
  })
  const post = await insertPost(club, mia, lounge)
  await makeHidden(club, ben)
  await waveToPost(club, ben, post)
  expect(await mutual()).toBe(0)
  const { json } = await downloadCopy(club, mia)
  const { data } = json as unknown as { data: Record<string, { items: object[] }> }
  expect(data['bell_items']!.items).toEqual([])
  if (makeHidden === hide) await hide(club, ben, false)
  else await restrict(club, ben, { isRestricted: false })
  expect(await mutual()).toBe(1)
})

test('nobody owes an answer to words that were taken back, or to somebody who hides', async () => {
  await using opened = await openLounge({ now: NOW })
  const { club, guest } = opened
  const mia = await guest()
  const others = await Promise.all(Array.from({ length: 6 }, () => guest()))
  for (const [at, other] of others.slice(0, 5).entries()) {
    const tableId = await seatBoth(club, mia, other)
    const { id: messageId } = await say(club, other, tableId)
    if (at === 0) await club.call(other, deleteTableMessage, { params: { tableId, messageId } })
    if (at === 1) await hide(club, other)
  }
  await waveBoth(club, mia, others[5]!)
  club.clock.advance({ hours: 72 })
  const later = await club.session(mia)
  expect(await sit(club, later, others[5]!)).toMatchObject({ code: 'tables_full' })
})

test.each(HIDING)(
  'nobody who %s changes a word, at a table or in a room',
  async (_, makeHidden) => {
    await using opened = await openTableForTwo()
    const { club, mia, ben, tableId } = opened
    const { id: messageId } = await say(club, ben, tableId, 'good evening')
    const posted = await opened.post(ben)
    if (!posted.ok) throw new Error(posted.code)
    await makeHidden(club, ben)
    const body = { text: 'are you there?' }
    expect(
      await club.call(ben, editTableMessage, { params: { tableId, messageId }, body }),
    ).toMatchObject({ code: 'hidden_now' })
    const params = { ...lounge, postId: posted.answer.id }
    expect(await club.call(ben, editPost, { params, body })).toMatchObject({ code: 'hidden_now' })
    expect(await readWords(club, ben, tableId)).toEqual(['good evening'])
    // what they want gone goes all the same
    const gone = await club.call(ben, deleteTableMessage, { params: { tableId, messageId } })
    expect(gone).toMatchObject({ ok: true })
    expect(await readWords(club, ben, tableId)).toEqual([])
    expect(await readWords(club, mia, tableId)).toEqual([])
  },
)

test('nobody owes an answer to words that both let go, swept away or not yet', async () => {
  await using opened = await openLounge({ now: NOW })
  const { club, guest } = opened
  const mia = await guest()
  const others = await Promise.all(Array.from({ length: 6 }, () => guest()))
  for (const other of others.slice(0, 5)) {
    const tableId = await seatBoth(club, mia, other)
    await say(club, other, tableId)
    for (const who of [mia, other])
      await club.call(who, setForgetting, { params: { tableId }, body: { isWanted: true } })
  }
  await waveBoth(club, mia, others[5]!)
  club.clock.advance({ hours: 72 })
  const later = await club.session(mia)
  expect(await sit(club, later, others[5]!)).toMatchObject({ code: 'tables_full' })
})
