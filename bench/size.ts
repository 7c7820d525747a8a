// What costs more as the club grows: the same calls in the small club and in a large one.
import { enterRoom } from '#contract/rooms/rooms.ts'
import type { BenchClub } from './tools/club.ts'
import { RawConnection } from './tools/connection.ts'
import { atMost, percentile, SECONDS, table, type Figure } from './tools/figures.ts'
import { ROOMS, roomSlug, sessionCookie } from './tools/filling.ts'
import { grow, readSize, SMALL_ROOM, WORDS } from './tools/growing.ts'
import { closedLoop, openLoop, type Load } from './tools/load.ts'
import { get, post, posts, reads } from './tools/requests.ts'
import { measureRetention } from './tools/retaining.ts'
import type { Measured } from './tools/server.ts'

const ASKED = 60
/** What the first of a kind find cold, in either club, is nobody's figure. */
const LEAD = 10
const WARM_UP_SECONDS = 6
const SEARCHERS = 16
const READS_A_SECOND = 200
const everybody = roomSlug(0)

/** Milliseconds of each of so many requests, one after the other; a few before them are not counted. */
async function askInTurn(
  { port }: Measured,
  request: (n: number) => Buffer | string,
  many = ASKED,
): Promise<number[]> {
  const connection = new RawConnection(port)
  const times: number[] = []
  for (let n = 0; n < LEAD + many; n += 1) {
    const from = performance.now()
    const status = await new Promise<number>((resolve) => connection.ask(request(n), resolve))
    if (status !== 200)
      throw new Error(`answered with ${status}: ${String(request(n)).slice(0, 80)}`)
    if (n >= LEAD) times.push(performance.now() - from)
  }
  connection.close()
  return times
}

const p95 = (times: readonly number[]) => percentile(times, 0.95)
/** By those who are in the small room too: every nineteenth. */
const search = (query: string, room?: string) => (n: number) =>
  get(`/api/search?${query}${room ? `&room=${room}` : ''}`, sessionCookie(19 * n))

/** Entering anew: who was in the room leaves it uncounted. */
async function enterAnew(club: BenchClub, ours: Measured): Promise<number[]> {
  await club.db.script(`delete from room_members where room_id = md5('room 0')::uuid
    and user_id in (select md5('member ' || n)::uuid from generate_series(0, ${LEAD + ASKED - 1}) n)`)
  const path = enterRoom.path.replace(':slug', everybody)
  return askInTurn(ours, (n) => post(path, sessionCookie(n), '{}'))
}

async function measure(club: BenchClub): Promise<Record<string, number>> {
  const ours = await club.start()
  const found: Record<string, number> = {}
  const say = async (what: string, times: Promise<number[]>) => (found[what] = p95(await times))
  await say('entering a room anew', enterAnew(club, ours))
  await say(
    'the list of rooms',
    askInTurn(ours, (n) => get('/api/rooms', sessionCookie(n))),
  )
  await say(
    'newest page',
    askInTurn(ours, (n) => get(`/api/rooms/${everybody}/posts`, sessionCookie(n))),
  )
  for (const starts of ['m', 'anna'])
    await say(
      `mention, “${starts}”`,
      askInTurn(ours, (n) =>
        get(`/api/rooms/${everybody}/people?starts=${starts}`, sessionCookie(n)),
      ),
    )
  for (const words of [...WORDS, '%22haus+abend%22'])
    await say(`search, ${words}`, askInTurn(ours, search(`words=${words}`, everybody)))
  await say(
    'search in a small room',
    askInTurn(ours, search('words=abend', roomSlug(SMALL_ROOM)), 30),
  )
  await say('search in all rooms', askInTurn(ours, search('words=haus')))
  await say('search by name', askInTurn(ours, search('author=a', everybody)))
  const postFor = async (seconds: number) =>
    (await closedLoop({ port: ours.port, connections: 64, seconds, next: posts(ROOMS) })).perSecond
  await postFor(WARM_UP_SECONDS)
  found['posts a second'] = await postFor(2 * SECONDS)
  const calm = await readCalmly(ours)
  const searchers = closedLoop({
    port: ours.port,
    connections: SEARCHERS,
    seconds: SECONDS + 2,
    next: (n) => search(`words=${WORDS[n % WORDS.length]!}`, everybody)(n),
  })
  const busy = await readCalmly(ours)
  found['searches a second, sixteen at once'] = (await searchers).perSecond
  found['reading, p99'] = calm.p99
  found['reading beside sixteen searchers, p99'] = busy.p99
  await ours.stop()
  return found
}

const readCalmly = ({ port }: Measured): Promise<Load> =>
  openLoop({ port, connections: 16, seconds: SECONDS, next: reads(), perSecond: READS_A_SECOND })

export async function size(club: BenchClub): Promise<Figure[]> {
  const wanted = readSize()
  const small = await measure(club)
  const began = performance.now()
  await grow(club.adminUrl, club.db, wanted)
  const { members, posts: many, notices } = wanted
  console.log(
    `${members} members, ${many} posts and ${notices} notices more, made in ${((performance.now() - began) / 60_000).toFixed(1)} minutes\n`,
  )
  const large = await measure(club)
  const retained = await measureRetention(club, notices)
  console.log(
    table(
      ['milliseconds, p95 where nothing is said', 'small', 'large'],
      Object.keys(large).map((what) => [what, small[what]!.toFixed(1), large[what]!.toFixed(1)]),
    ),
  )
  console.log(
    `\nretention of a day: ${retained.removed} notices in ${retained.minutes.toFixed(2)} minutes beside posting, ${retained.slices} seconds of which were compared\n`,
  )
  const ms = (what: string, aim: number) =>
    atMost(`size: ${what}`, large[what]!, { aim, unit: 'ms', digits: 1 })
  return [
    ms('entering a room anew', 10),
    ms('newest page', 5),
    ms('mention, “m”', 20),
    ms('mention, “anna”', 20),
    ...WORDS.map((words) => ms(`search, ${words}`, 150)),
    ms('search in a small room', 150),
    ms('search in all rooms', 150),
    ms('search, %22haus+abend%22', 300),
    ms('search by name', 300),
    atMost(
      'size: posting, small club to large',
      small['posts a second']! / large['posts a second']!,
      {
        aim: 1.2,
      },
    ),
    atMost('size: retention of a day', retained.minutes, { aim: 5, unit: 'min' }),
    // a small club's day is gone before a second of posting beside it has passed
    ...(retained.slices > 0
      ? [atMost('size: posting without retention to beside it', retained.slowing, { aim: 1.2 })]
      : []),
    atMost(
      'size: reading beside sixteen searchers, p99 to without',
      large['reading beside sixteen searchers, p99']! / large['reading, p99']!,
      { aim: 2 },
    ),
  ]
}
