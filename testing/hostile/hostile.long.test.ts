import { expect, test } from 'vitest'
import { openClub, type Club } from '#testing/club/club.ts'
import { post, openRoomWithMembers } from '#testing/fixtures/listening.ts'
import { rawLine } from '#testing/club/rawLine.ts'
import { until } from '#testing/until.ts'

const portOf = (club: Club) => Number(new URL(club.url).port)

test(
  'what is said by halves is cut off, and meanwhile members are answered',
  { timeout: 60_000 },
  async () => {
    await using club = await openClub()
    const { room, guests } = await openRoomWithMembers(club, 1)
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
  'a member who opens endless streams costs the other listeners nothing',
  { timeout: 60_000 },
  async () => {
    await using club = await openClub({ config: { limitsFactor: 1 } })
    const { room, guests } = await openRoomWithMembers(club, 3)
    const [mia, tom, eve] = [guests[0]!, guests[1]!, guests[2]!]
    const stream = await club.follow(mia)
    await stream.next('ready')
    const isHeard = async () => {
      await post(club, tom, room)
      await stream.next('post')
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
