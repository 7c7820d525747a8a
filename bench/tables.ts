// Tables of two: how soon what is said is seen, what opening the list takes, and what sealing costs.
import { setTimeout as sleep } from 'node:timers/promises'
import { listPosts } from '#contract/posts/posts.ts'
import { enterRoom } from '#contract/rooms/rooms.ts'
import { createTableMessage } from '#contract/tables/messages.ts'
import { listTables } from '#contract/tables/tables.ts'
import { newDatedId } from '#web/platform/api/newId.ts'
import { oneByOne } from './listening.ts'
import type { BenchClub } from './tools/club.ts'
import { RawConnection } from './tools/connection.ts'
import {
  atLeast,
  atMost,
  inTurn,
  median,
  percentile,
  SECONDS,
  table,
  type Figure,
} from './tools/figures.ts'
import { MEMBERS, ROOMS, roomSlug, sessionCookie } from './tools/filling.ts'
import { insertGuest, type Guest } from './tools/guest.ts'
import { Listeners } from './tools/listeners.ts'
import { closedLoop, LOAD_COLUMNS, loadCells, medianRate, type Next } from './tools/load.ts'
import { get, post, posts } from './tools/requests.ts'
import type { Measured } from './tools/server.ts'
import { enterGuests, fillTables, md5Id, type Table } from './tools/tables.ts'

const TABLES = MEMBERS / 2
/** Each table says something every ten seconds. */
const A_SECOND = 50
/** A post a second in the room meanwhile, so that both meet as many busy moments of the machine. */
const TALKING_SECONDS = TABLES / A_SECOND
const WARM_UP_BURSTS = 2
const BURST = 50
const CONNECTIONS = 64
const WARM_UP_SECONDS = 1.5

/** Those who have sat at five tables each for a year, and what each table heard a day. */
const OLD_HANDS = 12
const APART = [1, 2, 6]
const WORDS_A_DAY = 20
const UNREAD = 3
const OPENINGS = 200

export async function tables(club: BenchClub): Promise<Figure[]> {
  const ids = Array.from({ length: MEMBERS }, (_, n) => md5Id(`member ${n}`))
  const young = await fillTables(
    club,
    Array.from({ length: TABLES }, (_, n) => [ids[2 * n]!, ids[2 * n + 1]!] as const),
  )
  const guests: Guest[] = []
  for (let n = 0; n < OLD_HANDS; n += 1) guests.push(await insertGuest(club.db, `Old hand ${n}`))
  await enterGuests(club, guests, 1)
  await fillTables(club, pairUp(guests), { wordsADay: WORDS_A_DAY, unread: UNREAD })
  const ours = await club.start()
  const figures = [
    ...(await talking(ours, young)),
    ...(await opening(ours, guests)),
    ...(await saying(club, ours, young)),
  ]
  await ours.stop()
  return figures
}

/** Everybody beside five others. */
const pairUp = (guests: readonly Guest[]) =>
  guests.flatMap(({ memberId }, n) =>
    APART.filter((apart) => apart * 2 < OLD_HANDS || n < apart).map(
      (apart) => [memberId, guests[(n + apart) % OLD_HANDS]!.memberId] as const,
    ),
  )

const newMessage = ({ id }: Table, member: number): string =>
  post(
    createTableMessage.path.replace(':tableId', id),
    sessionCookie(member),
    `{"id":"${newDatedId(Date.now())}","text":"Good evening from the bench, and a few words more."}`,
  )

/** Five hundred tables at once, and one room with the same listeners, by turns. */
async function talking(ours: Measured, young: readonly Table[]): Promise<Figure[]> {
  const message = (at: number, turn: number) => newMessage(young[at]!, 2 * at + (turn % 2))
  const among = async (kind: 'room' | 'tables') => {
    const listeners = new Listeners(ours.port)
    await listeners.grow(MEMBERS)
    // so many of its own kind
    if (kind === 'room') for (let n = 0; n < WARM_UP_BURSTS; n += 1) await listeners.burst(BURST)
    else await listeners.talk({ perSecond: BURST, seconds: WARM_UP_BURSTS, message })
    const measured =
      kind === 'room'
        ? await oneByOne(listeners, TALKING_SECONDS)
        : [await listeners.talk({ perSecond: A_SECOND, seconds: TALKING_SECONDS, message })]
    listeners.close()
    await sleep(CLOSED_MS)
    const times = measured.flatMap((one) => one.times)
    return {
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      lost: measured.reduce((sum, { lost }) => sum + lost, 0),
    }
  }
  const found = await inTurn({ room: () => among('room'), tables: () => among('tables') })
  const of = (who: keyof typeof found, what: 'p50' | 'p99') =>
    median(found[who].map((one) => one[what]))
  const lost = (who: keyof typeof found) => found[who].reduce((sum, one) => sum + one.lost, 0)
  const row = (name: string, who: keyof typeof found) => [
    name,
    of(who, 'p50').toFixed(1),
    of(who, 'p99').toFixed(1),
    String(lost(who)),
  ]
  console.log(
    table(
      [`${MEMBERS} listeners, sent to seen`, 'p50 ms', 'p99 ms', 'lost'],
      [row('one room', 'room'), row(`${TABLES} tables, ${A_SECOND} messages a second`, 'tables')],
    ),
  )
  return [
    atMost('messages that did not reach a listener, or twice', lost('tables'), {
      floor: 0,
      digits: 0,
    }),
    atMost(
      `${TABLES} tables talking: p99 to a room with the same listeners`,
      of('tables', 'p99') / of('room', 'p99'),
      { floor: 1.5 },
    ),
  ]
}

/** For a server to notice that its listeners left. */
const CLOSED_MS = 300

/** What the first screen of each asks for before it is drawn, until the last answer is there. */
async function opening(ours: Measured, guests: readonly Guest[]): Promise<Figure[]> {
  const connections = [new RawConnection(ours.port), new RawConnection(ours.port)] as const
  const ask = (connection: RawConnection, request: Buffer | string) =>
    new Promise<void>((done, fail) => {
      connection.ask(request, (status) =>
        status === 200 ? done() : fail(new Error(`it was answered with ${status}`)),
      )
    })
  const slug = roomSlug(1)
  const openRoom = ({ cookie }: Guest) =>
    Promise.all([
      ask(connections[0], post(enterRoom.path.replace(':slug', slug), cookie, '{}')),
      ask(connections[1], get(listPosts.path.replace(':slug', slug), cookie)),
    ])
  const openList = ({ cookie }: Guest) => ask(connections[0], get(listTables.path, cookie))
  const timed = async (open: (guest: Guest) => Promise<unknown>) => {
    const times: number[] = []
    for (let n = 0; n < OPENINGS; n += 1) {
      const from = performance.now()
      await open(guests[n % guests.length]!)
      times.push(performance.now() - from)
    }
    return times
  }
  await timed(openRoom)
  await timed(openList)
  const found = await inTurn({ room: () => timed(openRoom), list: () => timed(openList) })
  for (const connection of connections) connection.close()
  const at = (share: number, rounds: number[][]) =>
    median(rounds.map((times) => percentile(times, share)))
  const row = (name: string, rounds: number[][]) => [
    name,
    at(0.5, rounds).toFixed(1),
    at(0.95, rounds).toFixed(1),
  ]
  console.log(
    table(
      ['opening', 'p50 ms', 'p95 ms'],
      [
        row('a room: its entry and its newest page', found.room),
        row(`/tables: five, ${WORDS_A_DAY} words a day at each for a year`, found.list),
      ],
    ),
  )
  return [
    atMost(
      'opening /tables, five with a year of words: p95 to opening a room',
      at(0.95, found.list) / at(0.95, found.room),
      { floor: 1.5 },
    ),
  ]
}

const UNSEALED = 'bench/baselines/unsealed.ts'

/** Messages as fast as they are answered, beside the same club that seals nothing, and beside posts. */
async function saying(club: BenchClub, ours: Measured, young: readonly Table[]): Promise<Figure[]> {
  const plain = await club.start(UNSEALED)
  let turn = 0
  const messages: Next = () => {
    turn += 1
    const at = turn % TABLES
    return newMessage(young[at]!, 2 * at + (Math.floor(turn / TABLES) % 2))
  }
  const write = ({ port }: Measured, next: Next, seconds = SECONDS) =>
    closedLoop({ port, connections: CONNECTIONS, seconds, next })
  for (const one of [ours, plain]) await write(one, messages, WARM_UP_SECONDS)
  await write(ours, posts(ROOMS), WARM_UP_SECONDS)
  const found = await inTurn({
    plain: () => write(plain, messages),
    sealed: () => write(ours, messages),
    posts: () => write(ours, posts(ROOMS)),
  })
  await plain.stop()
  console.log(
    table(
      [`saying, ${CONNECTIONS} connections`, ...LOAD_COLUMNS],
      [
        [`messages at ${TABLES} tables, not sealed`, ...loadCells(found.plain)],
        [`messages at ${TABLES} tables`, ...loadCells(found.sealed)],
        [`posts in ${ROOMS} rooms`, ...loadCells(found.posts)],
      ],
    ),
  )
  const rate = (who: keyof typeof found) => medianRate(found[who])
  return [
    atLeast('messages, sealed: rate to the same not sealed', rate('sealed') / rate('plain'), {
      floor: 0.85,
    }),
    atLeast('messages, sealed: rate to posts', rate('sealed') / rate('posts')),
  ]
}
