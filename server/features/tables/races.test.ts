import { expect, test } from 'vitest'
import { blockMember, unblockMember } from '#contract/members/blocks.ts'
import { declineWaves } from '#contract/posts/receivedWaves.ts'
import { createTableMessage } from '#contract/tables/messages.ts'
import { leaveTable, sitDown } from '#contract/tables/tables.ts'
import { lockPair } from '#server/features/posts/posts.ts'
import { turnMonth } from '#server/features/verification/months.service.ts'
import { sql } from '#server/platform/database/database.ts'
import { listBellItems } from '#testing/fixtures/notifications.ts'
import { openLounge } from '#testing/fixtures/lounge.ts'
import {
  fetchTables,
  readWords,
  seatBoth,
  sit,
  trySaying,
  waveBoth,
} from '#testing/fixtures/tables.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { integer, letters, uuid } from '#testing/random.ts'
import type { TestMember } from '#testing/club/club.ts'
import { tableKeys } from './tables.keys.ts'

const OFTEN = 40

/** A club with two servers, and two who have waved at each other as often as one asks. */
async function openTwoDoors() {
  const opened = await openLounge({ config: { limitsFactor: 1_000 } })
  const { club, guest } = opened
  const doors = [club.url, (await club.secondServer()).url]
  const door = () => ({ url: doors[integer(2)]! })
  return {
    ...opened,
    two: async () => {
      const [mia, ben] = await Promise.all([guest(), guest()])
      await waveBoth(club, mia, ben)
      return [mia, ben] as const
    },
    sit: (who: TestMember, other: TestMember) =>
      club.call(who, sitDown, { params: { memberId: other.userId }, body: {} }, door()),
    rise: (who: TestMember, tableId: string) =>
      club.call(who, leaveTable, { params: { tableId } }, door()),
    say: (who: TestMember, tableId: string, text: string) =>
      club.call(
        who,
        createTableMessage,
        { params: { tableId }, body: { id: uuid(), text } },
        door(),
      ),
    block: (who: TestMember, { userId }: TestMember) =>
      club.call(who, blockMember, { params: { memberId: userId } }, door()),
    decline: (who: TestMember, { userId }: TestMember) =>
      club.call(who, declineWaves, { body: { waverId: userId } }, door()),
    states: async (who: TestMember) => (await fetchTables(club, who)).map(({ state }) => state),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  }
}

const codeOf = (result: { ok: boolean; code?: string }) => (result.ok ? 'ok' : result.code)

test('who sits down while the month turns can be talked to', async () => {
  await using opened = await openLounge({ now: '2026-05-31T23:59:30Z' })
  const { club, guest } = opened
  const [mia, ben] = [await guest(), await guest()]
  await waveBoth(club, mia, ben)
  const [isHeld, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = club.app.db.transaction(async (tx) => {
    await lockPair(tx, { userId: mia.userId, authorId: ben.userId })
    isHeld.resolve()
    await isOver.promise
  })
  await isHeld.promise
  const sitting = sit(club, mia, ben)
  await untilSomebodyWaits(club)
  club.clock.advance({ minutes: 1 })
  await turnMonth(club.app, [tableKeys])
  isOver.resolve()
  await holding
  await sitting
  const sat = await sit(club, ben, mia)
  expect(sat).toMatchObject({ answer: { state: 'open' } })
  const tableId = sat.ok ? sat.answer.id : ''
  expect(await trySaying(club, mia, tableId)).toMatchObject({ ok: true })
  expect(await readWords(club, ben, tableId)).toEqual(['good evening'])
})

test('two who sit down at the same moment sit at one table, and the first is notified once', async () => {
  await using doors = await openTwoDoors()
  const { club, two } = doors
  for (let times = 0; times < OFTEN; times += 1) {
    const [mia, ben] = await two()
    const sat = await Promise.all([doors.sit(mia, ben), doors.sit(ben, mia)])
    const answers = sat.flatMap((one) => (one.ok ? [one.answer] : []))
    // the first may read of their table when the second sits there already
    expect(answers.map(({ state }) => state).sort()).toEqual([
      'open',
      expect.stringMatching(/^(open|waiting)$/),
    ])
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    const heard = []
    for (const who of [mia, ben]) {
      expect(await fetchTables(club, who)).toMatchObject([{ id: answers[0]!.id, state: 'open' }])
      heard.push(...(await listBellItems(club, who)))
    }
    expect(heard.map(({ kind }) => kind).filter((kind) => kind.startsWith('table_'))).toEqual([
      'table_open',
    ])
  }
})

test.each(['blocks', 'says no'] as const)(
  'sitting down while the other %s opens no table, and nothing is said there',
  async (what) => {
    await using doors = await openTwoDoors()
    const { club, two } = doors
    for (let times = 0; times < OFTEN; times += 1) {
      const [mia, ben] = await two()
      // by turns the one who refuses waits there already, or neither does
      const waiting = integer(2) > 0 ? await doors.sit(ben, mia) : null
      const refuse = what === 'blocks' ? doors.block : doors.decline
      const [sat] = await Promise.all([doors.sit(mia, ben), refuse(ben, mia)])
      const ids = [waiting, sat].flatMap((one) => (one?.ok ? [one.answer.id] : []))
      for (const who of [mia, ben]) {
        expect(await doors.states(who)).not.toContain('open')
        for (const id of ids)
          expect(codeOf(await trySaying(club, who, id))).toMatch(/^(PGRST116|table_ended)$/)
      }
    }
  },
)

test('a member blocked between the check and sitting down sits at no table, also when the block is lifted', async () => {
  await using doors = await openTwoDoors()
  const { club, two } = doors
  for (const isWaiting of [true, false]) {
    const [mia, ben] = await two()
    if (isWaiting) await sit(club, ben, mia)
    const { sat, blocked } = await club.app.db.transaction(async (tx) => {
      // held up behind another tab of theirs, when they have been let in and do not sit yet
      await tx.run(sql`
        select pg_advisory_xact_lock(hashtextextended(${`seats ${mia.userId}`}::text, 0))`)
      const sat = sit(club, mia, ben)
      await untilSomebodyWaits(club)
      const blocked = doors.block(ben, mia)
      await Promise.race([blocked, untilSomebodyWaits(club, 2)])
      return { sat, blocked }
    })
    await Promise.all([sat, blocked])
    await club.call(ben, unblockMember, { params: { memberId: mia.userId } })
    for (const who of [mia, ben])
      expect((await doors.states(who)).filter((state) => state !== 'ended')).toEqual([])
  }
})

test('what is on its way when the other has got up is handed back whole', async () => {
  await using doors = await openTwoDoors()
  const { club, guest } = doors
  const [mia, ben] = [await guest(), await guest()]
  const tableId = await seatBoth(club, mia, ben)
  const said = await club.app.db.transaction(async (tx) => {
    // they got up, and it is not through yet when the words come
    await tx.run(sql`update tables set ended_at = now() where id = ${tableId}`)
    const said = doors.say(mia, tableId, 'good evening')
    await untilSomebodyWaits(club)
    return { said }
  })
  expect(await said.said).toMatchObject({ status: 409, code: 'table_ended' })
  for (const who of [mia, ben]) {
    expect(await readWords(club, who, tableId)).toEqual([])
    expect(await fetchTables(club, who)).toMatchObject([{ state: 'ended', latest: 0 }])
  }
})

test('from however many tabs one sits down at once, there are five tables and never six', async () => {
  await using doors = await openTwoDoors()
  const { club, guest } = doors
  for (let times = 0; times < 4; times += 1) {
    const mia = await guest()
    const others = await Promise.all(Array.from({ length: 8 }, () => guest()))
    for (const [place, other] of others.entries()) {
      await waveBoth(club, mia, other)
      if (place % 2 > 0) await sit(club, other, mia)
    }
    const sat = await Promise.all(others.map((other) => doors.sit(mia, other)))
    const codes = Map.groupBy(sat, codeOf)
    expect([...codes].map(([code, of]) => [code, of.length])).toEqual(
      expect.arrayContaining([
        ['ok', 5],
        ['tables_full', 3],
      ]),
    )
    const shown = await doors.states(mia)
    expect(shown.filter((state) => state !== 'asked')).toHaveLength(5)
  }
})

test('what is said while the other gets up stands there for both, or is handed back and shown to nobody', async () => {
  await using doors = await openTwoDoors()
  const { club, guest } = doors
  for (let times = 0; times < OFTEN; times += 1) {
    const [mia, ben] = await Promise.all([guest(), guest()])
    const tableId = await seatBoth(club, mia, ben)
    const tabs = [await club.follow(mia), await club.follow(ben)]
    const text = letters(12)
    const say = () => doors.say(mia, tableId, text)
    // either may come first
    const first = integer(2) > 0 ? say() : null
    const rising = doors.rise(ben, tableId)
    const said = await (first ?? say())
    expect(codeOf(await rising)).toBe('ok')
    expect(codeOf(said)).toMatch(/^(ok|table_ended)$/)
    const words = said.ok ? [text] : []
    for (const who of [mia, ben]) {
      expect(await readWords(club, who, tableId)).toEqual(words)
      expect(await fetchTables(club, who)).toMatchObject([{ state: 'ended', latest: words.length }])
    }
    for (const tab of tabs) {
      const numbers = tab.events.flatMap((event) =>
        event.type === 'message' ? [event.post?.text] : [],
      )
      expect(numbers.filter((one) => !words.includes(one ?? ''))).toEqual([])
      tab.close()
    }
  }
})
