import { expect, test } from 'vitest'
import { networks } from '#server/platform/address.ts'
import { PER_RANGE } from '#server/platform/connections.ts'
import { STREAMS } from '#server/platform/outlets.ts'
import { openClub, type Club } from '#server/testing/club.ts'
import { post, roomWith } from '#server/testing/listening.ts'
import { rawLine } from '#server/testing/rawLine.ts'
import { until } from '#testing/until.ts'

const portOf = (club: Club) => Number(new URL(club.url).port)

test('where a session has too many streams its oldest end; the newest is always let in', async () => {
  await using club = await openClub()
  const { room, guests } = await roomWith(club, 2)
  const [mia, tom] = [guests[0]!, guests[1]!]
  const kept = await club.follow(tom)
  await kept.next('ready')
  const ears = []
  for (let n = 0; n < STREAMS.perSession + 3; n += 1) {
    const ear = await club.follow(mia)
    await ear.next('ready')
    ears.push(ear)
  }
  await Promise.all(ears.slice(0, 3).map((ear) => ear.closed))
  await post(club, tom, room)
  for (const ear of [...ears.slice(3), kept]) await ear.next('post')
})

test('an account has no more streams than its share, over however many sessions', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const ears = []
  for (let n = 0; n < STREAMS.perAccount + 2; n += 1) {
    const ear = await club.follow(await club.session(mia))
    await ear.next('ready')
    ears.push(ear)
  }
  await Promise.all(ears.slice(0, 2).map((ear) => ear.closed))
})

test('an address has no more streams than its share; another still has its own', async () => {
  const trustedProxies = networks(['127.0.0.1'])
  await using club = await openClub({ config: { limitsFactor: 0.01, trustedProxies } })
  const max = STREAMS.perRange * 0.01
  const listen = async (address: string) => {
    const { cookie } = await club.member()
    const abort = new AbortController()
    const headers = { cookie, 'x-forwarded-for': address }
    const answer = await fetch(`${club.url}/api/live`, { headers, signal: abort.signal })
    return { answer, close: () => abort.abort() }
  }
  const here = []
  for (let n = 0; n < max; n += 1) here.push(await listen('203.0.113.7'))
  expect(here.map(({ answer }) => answer.status)).toEqual(Array.from({ length: max }, () => 200))

  const { answer } = await listen('203.0.113.7')
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await answer.json()).toMatchObject({ code: 'too_many_attempts' })
  const elsewhere = await listen('203.0.113.8')
  expect(elsewhere.answer.status).toBe(200)

  here[0]!.close()
  await expect.poll(async () => (await listen('203.0.113.7')).answer.status).toBe(200)
})

test('an address has no more connections than its share', async () => {
  await using club = await openClub({ config: { limitsFactor: 0.02 } })
  const lines = Array.from({ length: PER_RANGE * 0.02 + 5 }, () => rawLine(portOf(club)))
  await Promise.race(lines.map((line) => line.closed))
  for (const line of lines) line.close()
  await expect
    .poll(() => fetch(`${club.url}/healthz`).then(({ status }) => status, String))
    .toBe(200)
})

test(
  'what is said by halves is cut off, and meanwhile members are answered',
  { timeout: 60_000 },
  async () => {
    await using club = await openClub()
    const { room, guests } = await roomWith(club, 1)
    const { cookie } = guests[0]!
    const silent = rawLine(portOf(club))
    const halfHead = rawLine(portOf(club))
    halfHead.say('GET /api/live HTTP/1.1\r\nhost: localhost\r\n')
    // enough of them to use up the room for calls, were they counted while they dawdle
    const halfBodies = Array.from({ length: 400 }, () => rawLine(portOf(club)))
    for (const half of halfBodies)
      half.say(
        `POST /api/rooms/${room.slug}/posts HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n` +
          'content-type: application/json\r\ncontent-length: 500\r\n\r\n{"id":',
      )
    const drip = setInterval(() => halfHead.say('x'), 1000)
    // while all of them are asked who they are, there may be no room for a moment
    await expect.poll(() => post(club, guests[0]!, room).then(Boolean, String)).toBe(true)
    await Promise.all([silent.closed, halfHead.closed, ...halfBodies.map((half) => half.closed)])
    clearInterval(drip)
    await post(club, guests[0]!, room)
  },
)

test(
  'whoever opens streams without end costs the other listeners nothing',
  { timeout: 60_000 },
  async () => {
    await using club = await openClub({ config: { limitsFactor: 1 } })
    const { room, guests } = await roomWith(club, 3)
    const [mia, tom, eve] = [guests[0]!, guests[1]!, guests[2]!]
    const ear = await club.follow(mia)
    await ear.next('ready')
    const isHeard = async () => {
      await post(club, tom, room)
      await ear.next('post')
    }
    await isHeard()

    let heard = 0
    const lines: ReturnType<typeof rawLine>[] = []
    const open = async () => {
      // she does not stop before the others were heard, so that they cannot have waited for her
      while (lines.length < 1000 || heard < 7) {
        const line = rawLine(portOf(club), { isDeaf: lines.length % 2 === 0 })
        line.ask('/api/live', { cookie: eve.cookie })
        lines.push(line)
        if (lines.length % 20 === 0) await line.opened
      }
    }
    const opening = open()
    for (; heard < 7; heard += 1) await isHeard()
    await opening
    await until(() => lines.filter((line) => line.heard().includes('"ready"')).length > 0)
    for (const line of lines) line.close()
    await isHeard()
  },
)
