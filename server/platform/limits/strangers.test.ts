import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { listPosts } from '#contract/posts/posts.ts'
import { openClub } from '#testing/club/club.ts'
import { encodeRequest } from '#testing/club/load.ts'
import { until } from '#testing/until.ts'
import { limitStrangers } from './strangers.ts'

const STRANGERS = 60

test.for([
  ['strangers', '/healthz', ''],
  ['strangers with a session they made up', '/healthz', 'session=made-up'],
  ['strangers at the pages', '/login', ''],
  ['strangers at a call', '/api/auth/session', ''],
] as const)(
  'a member who comes after a crowd of %s is answered before it',
  async ([, path, cookie]) => {
    await using club = await openClub()
    const mia = await club.member()
    const room = await club.room()
    await club.join(mia, room)
    // from then on she is known here
    await club.call(mia, listPosts, { params: { slug: room.slug }, query: {} })
    const port = Number(new URL(club.url).port)
    const lines = await Promise.all(
      Array.from({ length: STRANGERS + 1 }, async () => {
        const line = connect({ port, host: '127.0.0.1', noDelay: true })
        await once(line, 'connect')
        return line
      }),
    )
    const [hers = lines[0]!, ...crowd] = lines
    const answered: (typeof hers)[] = []
    for (const line of lines) line.once('data', () => answered.push(line))
    for (const line of crowd) line.write(encodeRequest('GET', path, { cookie }))
    hers.write(encodeRequest('GET', `/api/rooms/${room.slug}/posts`, mia))
    await until(() => answered.length === lines.length)
    expect(answered.indexOf(hers)).toBeLessThan(STRANGERS / 3)
    for (const line of lines) line.destroy()
  },
)

test('few strangers of one call are at work at a time; nobody else waits for them', async () => {
  const config = { limitsFactor: 1 }
  const [one, other] = [false, false].map((isUnbounded) => limitStrangers({ isUnbounded }, config))
  const ends: (() => void)[] = []
  const nobody = { viewer: null, address: '203.0.113.1' }
  const crowd = Array.from({ length: STRANGERS }, () =>
    one!(nobody, () => new Promise<void>((resolve) => ends.push(resolve))),
  )
  expect(ends).toHaveLength(2)
  await one!({ ...nobody, viewer: {} as never }, async () => {})
  await other!(nobody, async () => {})
  expect(ends).toHaveLength(2)
  for (let done = 0; done < STRANGERS; done += 1) {
    await until(() => ends.length > 0, { everyMs: 1 })
    expect(ends.length).toBeLessThanOrEqual(2)
    ends.shift()!()
  }
  await Promise.all(crowd)
})

test.each([
  ['an address', () => '203.0.113.1', '203.0.113.2'],
  ['a /24', (n: number) => `203.0.113.${n}`, '198.51.100.7'],
  ['a /48', (n: number) => `2001:db8:1:${n}::1`, '2001:db8:2::1'],
])('whoever floods a call from %s leaves places to others', async (_, at, beside) => {
  const inTurn = limitStrangers({ isUnbounded: false }, { limitsFactor: 1 })
  let end = () => {}
  const held = new Promise<void>((resolve) => (end = resolve))
  const ask = (address: string) => inTurn({ viewer: null, address }, () => held).then(() => 'done')
  const flood = Array.from({ length: 130 }, (__, n) => ask(at(n)).catch(() => 'refused'))
  const other = ask(beside)
  end()
  expect(await other).toBe('done')
  expect((await Promise.all(flood)).filter((one) => one === 'refused').length).toBeGreaterThan(9)
})
