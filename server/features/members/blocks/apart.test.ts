import { expect, test } from 'vitest'
import { signUp } from '#contract/admission/signup.ts'
import { listBlocks, unblockMember } from '#contract/members/blocks.ts'
import { getMember } from '#contract/members/profiles.ts'
import { declineWaves, listWaves } from '#contract/posts/receivedWaves.ts'
import { keepRetention } from '#server/features/privacy/retention/retention.service.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { enterClub, seesNothing, type Newcomer } from '#testing/fixtures/apart.ts'
import {
  askToMove,
  confirmMove,
  move,
  readMailedToken,
  undoMove,
} from '#testing/fixtures/emailChange.ts'
import { lounge, openLounge } from '#testing/fixtures/lounge.ts'
import { block, insertPost, listBellItems, waveToPost } from '#testing/fixtures/notifications.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { leave, leaveForGood, purgeHour, stay, wayBack } from '#testing/privacy/leaving.ts'

const NOW = '2026-05-04T20:00:00.000Z'
const BEN = 'ben.miller@googlemail.com'

/** Mia has blocked Ben; Cleo knows them both. */
async function openScene(config: Parameters<typeof openClub>[0] = {}) {
  const club = await openClub({ now: NOW, ...config })
  const [mia, ben, cleo] = [
    await club.member(),
    await club.member({ email: BEN, username: 'Ben' }),
    await club.member(),
  ]
  await block(club, mia, ben)
  return { club, mia, ben, cleo, [Symbol.asyncDispose]: () => club[Symbol.asyncDispose]() }
}

const listed = async (club: Club, who: { cookie: string }) => {
  const response = await club.call(who, listBlocks, {})
  if (!response.ok) throw new Error(response.code)
  return response.answer.blocks
}
const unblock = (club: Club, who: { cookie: string }, memberId: string) =>
  club.call(who, unblockMember, { params: { memberId } })
const marks = ({ db }: Club) => db.rows(sql`select kind from apart_marks order by kind`)
const again = async <Who extends Newcomer>(club: Club, who: Who) => ({
  ...who,
  ...(await club.session(who)),
})
const pair = (club: Club, one: Newcomer, other: Newcomer) =>
  Promise.all([seesNothing(club, one, other), seesNothing(club, other, one)])

test.each([
  ['as it was', BEN],
  ['with other dots, a plus sign and capitals', 'Ben.Mil.Ler+salon@Gmail.com'],
])(
  'a block applies to a new account with the mailbox of the blocked member, written %s',
  async (_, email) => {
    await using scene = await openScene()
    const { club, mia, ben, cleo } = scene
    await leaveForGood(club, ben)
    const [back, stranger] = [await enterClub(club, email), await enterClub(club)]
    const later = await again(club, mia)
    expect(await pair(club, later, back)).toEqual([true, true])
    expect(await pair(club, later, stranger)).toEqual([false, false])
    expect(await pair(club, await again(club, cleo), back)).toEqual([false, false])
  },
)

test('who blocked reads no name of who is gone, learns of no return, and ends it by themselves', async () => {
  await using scene = await openScene()
  const { club, mia, ben } = scene
  const [before] = await listed(club, mia)
  expect(before).toMatchObject({ memberId: ben.userId, username: 'Ben', isGone: false })
  await leaveForGood(club, ben)
  const later = await again(club, mia)
  const gone = await listed(club, later)
  expect(gone).toEqual([{ ...before, username: null, isGone: true }])
  const back = await enterClub(club, BEN)
  expect(await listed(club, later)).toEqual(gone)
  // the one who is back can take away nothing, and neither can a third
  for (const other of [back, await club.member()]) await unblock(club, other, ben.userId)
  await unblock(club, later, back.userId)
  expect(await seesNothing(club, later, back)).toBe(true)
  expect((await unblock(club, later, ben.userId)).ok).toBe(true)
  expect(await pair(club, later, back)).toEqual([false, false])
  expect(await listed(club, later)).toEqual([])
  expect(await marks(club)).toEqual([])
  expect((await unblock(club, later, ben.userId)).ok).toBe(true)
})

test('it holds from one account to the next, whatever address they end with', async () => {
  await using scene = await openScene()
  const { club, mia, ben } = scene
  await leaveForGood(club, ben)
  const second = await enterClub(club, BEN)
  await move(club, second, 'ben@example.com')
  const moved = await again(club, { ...second, email: 'ben@example.com' })
  club.clock.advance({ days: 3 })
  await leaveForGood(club, moved)
  const later = await again(club, mia)
  const [third, fourth] = [await enterClub(club, 'ben@example.com'), await enterClub(club, BEN)]
  for (const back of [third, fourth]) expect(await pair(club, later, back)).toEqual([true, true])
  expect(await listed(club, later)).toHaveLength(1)
  await unblock(club, later, ben.userId)
  for (const back of [third, fourth]) expect(await pair(club, later, back)).toEqual([false, false])
})

test('an account that comes to the mailbox later is met by the block, and keeps it with another address', async () => {
  await using scene = await openScene()
  const { club, mia, ben } = scene
  await leaveForGood(club, ben)
  const [later, noor] = [await again(club, mia), await club.member()]
  const undo = await move(club, noor, 'benmiller+new@gmail.com')
  expect(await pair(club, later, noor)).toEqual([true, true])
  await undoMove(club, undo)
  expect(await seesNothing(club, later, noor)).toBe(true)
})

test('an address that comes back by an undone change brings its blocks along', async () => {
  await using scene = await openScene()
  const { club, mia, ben } = scene
  const twin = await club.member({ email: 'benmiller+two@gmail.com' })
  const undo = await move(club, twin, 'twin@example.org')
  await leave(club, ben)
  expect(await seesNothing(club, mia, twin)).toBe(false)
  await undoMove(club, undo)
  expect(await pair(club, mia, await again(club, twin))).toEqual([true, true])
})

test('another account with the same mailbox is met as soon as the first asks to go, and is free if it stays', async () => {
  await using scene = await openScene()
  const { club, mia, ben } = scene
  const twin = await club.member({ email: 'benmiller+two@gmail.com' })
  expect(await seesNothing(club, mia, twin)).toBe(false)
  await leave(club, ben)
  expect(await pair(club, mia, twin)).toEqual([true, true])
  // a member whose account is being deleted is not named any more, and is not gone yet
  expect(await listed(club, mia)).toMatchObject([{ username: null, isGone: false }])
  await stay(club, await wayBack(club, ben))
  expect(await pair(club, mia, twin)).toEqual([false, false])
  expect(await marks(club)).toEqual([])
  const back = await again(club, ben)
  expect(await pair(club, mia, back)).toEqual([true, true])
  await unblock(club, mia, ben.userId)
  expect(await pair(club, mia, back)).toEqual([false, false])
})

test('a block lifted while the other is on the way out leaves nothing behind', async () => {
  await using scene = await openScene()
  const { club, mia, ben } = scene
  await leave(club, ben)
  await unblock(club, mia, ben.userId)
  expect(await marks(club)).toEqual([])
  club.clock.advance({ days: 30 })
  await purgeHour(club)
  expect(await marks(club)).toEqual([])
})

test('of blocks in both directions the one of who is gone goes with them, and the other stays', async () => {
  await using scene = await openScene()
  const { club, mia, ben } = scene
  await block(club, ben, mia)
  await leaveForGood(club, ben)
  const back = await enterClub(club, BEN)
  const later = await again(club, mia)
  expect(await pair(club, later, back)).toEqual([true, true])
  // it is Mia’s alone by now
  expect(await listed(club, back)).toEqual([])
  await unblock(club, later, ben.userId)
  expect(await pair(club, later, back)).toEqual([false, false])
})

test('with who blocked goes what is kept for them, and the blocks that came of it', async () => {
  await using scene = await openScene()
  const { club, mia, ben } = scene
  await leaveForGood(club, ben)
  const back = await enterClub(club, BEN)
  expect(await marks(club)).toHaveLength(1)
  await leaveForGood(club, await again(club, mia))
  expect(await marks(club)).toEqual([])
  const miaAgain = await enterClub(club, mia.email)
  expect(await pair(club, miaAgain, await again(club, back))).toEqual([false, false])
})

test('an unconfirmed address is nobody’s: the block applies to the member who confirms it later', async () => {
  await using scene = await openScene({ config: { emailConfirmation: 'required' } })
  const { club, mia, ben } = scene
  await leaveForGood(club, ben)
  await club.call(null, signUp, newcomer({ email: BEN }))
  club.clock.advance({ days: 8 })
  await keepRetention(club.app)
  expect(await club.db.rows(sql`select from users where email = ${BEN}`)).toEqual([])
  expect(await marks(club)).toHaveLength(1)
  const back = await enterClub(club, 'benmiller@gmail.com')
  expect(await pair(club, await again(club, mia), back)).toEqual([true, true])
})

test('a “No, thank you” applies to a member who comes back, who does not notice', async () => {
  await using salon = await openLounge({ now: NOW })
  const { club, room } = salon
  const [mia, ben] = [await salon.guest(), await salon.guest({ email: BEN })]
  const ofMia = await insertPost(club, mia, room)
  await waveToPost(club, ben, ofMia)
  await club.call(mia, declineWaves, { body: { waverId: ben.userId } })
  await leaveForGood(club, ben)
  expect(await marks(club)).toEqual([{ kind: 'decline' }])
  const later = await again(club, mia)
  const [back, stranger] = [await enterClub(club, BEN), await enterClub(club)]
  for (const one of [back, stranger]) await club.join(one, room)
  const waved = []
  for (const one of [back, stranger]) {
    const { headers: _, ...answered } = await waveToPost(club, one, ofMia)
    waved.push(answered)
    club.clock.advance({ seconds: 20 })
    expect(await seesNothing(club, later, one)).toBe(false)
  }
  expect(waved).toMatchObject([{ ok: true }, { ok: true }])
  const received = await club.call(later, listWaves, { query: {} })
  expect(received).toMatchObject({ answer: { waves: [{ waver: { id: stranger.userId } }] } })
  expect(await listBellItems(club, later)).toHaveLength(1)
  // and once more, after another account
  await leaveForGood(club, await again(club, back))
  const third = await enterClub(club, BEN)
  await club.join(third, room)
  await waveToPost(club, third, await insertPost(club, mia, lounge))
  expect(await listBellItems(club, await again(club, mia))).toHaveLength(1)
})

test('marks nobody comes back with go after five years; who is back stays apart', async () => {
  await using scene = await openScene()
  const { club, mia, ben } = scene
  const tom = await club.member()
  await block(club, mia, tom)
  await leave(club, ben)
  await leave(club, tom)
  club.clock.advance({ days: 30 })
  await purgeHour(club)
  const back = await enterClub(club, BEN)
  await club.db.run(sql`update users set last_seen_on = '2031-05-04'`)
  club.clock.set('2031-05-04T19:59:59.000Z')
  await keepRetention(club.app)
  expect(await marks(club)).toHaveLength(2)
  club.clock.set(`2031-05-04T20:00:00.000Z`)
  await keepRetention(club.app)
  expect(await marks(club)).toHaveLength(1)
  const later = await again(club, mia)
  expect(await pair(club, later, await again(club, back))).toEqual([true, true])
  expect(await listed(club, later)).toMatchObject([{ memberId: ben.userId, isGone: true }])
})

test('nobody reads an address from what is kept, without the key', async () => {
  await using scene = await openScene()
  const { club, ben } = scene
  await leaveForGood(club, ben)
  const stored = await club.db.row<{ isPlain: boolean }>(sql`
    select address_mark in (sha256(${BEN}::bytea), sha256('benmiller@gmail.com'::bytea)) as is_plain
    from apart_marks`)
  expect(stored).toEqual({ isPlain: false })
})

test('the sign-up answers a member who was blocked before like anybody', async () => {
  for (const config of [{}, { emailConfirmation: 'required' }, { discreet: true }] as const) {
    await using scene = await openScene({ config })
    const { club, ben } = scene
    await leaveForGood(club, ben)
    const responses = []
    for (const email of [BEN, 'stranger@example.org']) {
      const { headers: _, ...answer } = await club.call(null, signUp, newcomer({ email }))
      responses.push(JSON.stringify(answer).replace(/"(userId|username|id|email)":"[^"]*"/g, '$1'))
    }
    expect(responses[0]).toBe(responses[1])
  }
})

test('the block applies to a member who comes back while their old account is purged, in either order', async () => {
  for (const first of ['the purge', 'the sign-up'] as const) {
    await using scene = await openScene()
    const { club, mia, ben } = scene
    await leave(club, ben)
    await club.db.run(sql`delete from apart_marks`)
    club.clock.advance({ days: 30 })
    const purging = () => purgeHour(club)
    const coming = () => enterClub(club, 'benmiller+back@gmail.com')
    const { purged, came } = await club.app.db.transaction(async (tx) => {
      await tx.run(sql`lock table apart_marks in access exclusive mode`)
      const one = first === 'the purge' ? purging() : coming()
      await untilSomebodyWaits(club)
      const other = first === 'the purge' ? coming() : purging()
      await untilSomebodyWaits(club, 2)
      return first === 'the purge'
        ? { purged: one as Promise<void>, came: other as Promise<Newcomer> }
        : { purged: other as Promise<void>, came: one as Promise<Newcomer> }
    })
    await purged
    expect(await pair(club, await again(club, mia), await came)).toEqual([true, true])
  }
})

test('two accounts that come to the mailbox at once are both met', async () => {
  await using scene = await openScene()
  const { club, mia, ben } = scene
  const [noor, tom] = [await club.member(), await club.member()]
  await leaveForGood(club, ben)
  const [one, two] = [await again(club, noor), await again(club, tom)]
  const tokens: string[] = []
  for (const [who, email] of [
    [one, 'benmiller+1@gmail.com'],
    [two, 'benmiller+2@gmail.com'],
  ] as const) {
    await askToMove(club, who, email)
    tokens.push(await readMailedToken(club, email, 'email'))
  }
  const confirmed = await club.app.db.transaction(async (tx) => {
    await tx.run(sql`select from apart_marks for update`)
    const asked = tokens.map((token) => confirmMove(club, token))
    await untilSomebodyWaits(club, 2)
    return asked
  })
  expect(await Promise.all(confirmed)).toMatchObject([{ ok: true }, { ok: true }])
  for (const who of [one, two])
    expect(await pair(club, await again(club, mia), await again(club, who))).toEqual([true, true])
})

test('a block that is lifted while the other comes back is lifted', async () => {
  await using scene = await openScene()
  const { club, mia, ben } = scene
  await leaveForGood(club, ben)
  const later = await again(club, mia)
  const { came, lifted } = await club.app.db.transaction(async (tx) => {
    await tx.run(sql`lock table wave_declines in access exclusive mode`)
    const came = enterClub(club, BEN)
    await untilSomebodyWaits(club)
    const lifted = unblock(club, later, ben.userId)
    await untilSomebodyWaits(club, 2)
    return { came, lifted }
  })
  expect((await lifted).ok).toBe(true)
  expect(await pair(club, later, await came)).toEqual([false, false])
})

test('a member’s page says of who is back what it says of nobody', async () => {
  await using scene = await openScene()
  const { club, mia, ben } = scene
  await leaveForGood(club, ben)
  const [later, back] = [await again(club, mia), await enterClub(club, BEN)]
  const ask = async (memberId: string) => {
    const { headers: _, ...answered } = await club.call(later, getMember, { params: { memberId } })
    return answered
  }
  expect(await ask(back.userId)).toEqual(await ask(ben.userId))
})
