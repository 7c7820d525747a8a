import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { logIn, requestPasswordReset, resendConfirmation } from '#contract/accounts/auth.ts'
import { joinWaitlist } from '#contract/admission/waitlist.ts'
import { listPosts } from '#contract/posts/posts.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { callUrl } from '#testing/club/call.ts'
import { openClub, PASSWORD, type Club } from '#testing/club/club.ts'
import { cloneDatabase } from '#testing/club/database/cluster.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { openOwnServer, writeMember } from '#testing/club/ownServer.ts'
import { encodeRequest } from '#testing/club/load.ts'
import { until } from '#testing/until.ts'
import { limitStrangers } from './strangers.ts'

const STRANGERS = 60
/** More than wait for their turn. */
const TOO_MANY_STRANGERS = 700

/** Lines the server has taken, each of which asked something before: new ones it takes one at a time. */
const connectLines = (club: Pick<Club, 'url'>, count: number): Promise<Socket[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const line = connect({
        port: Number(new URL(club.url).port),
        host: '127.0.0.1',
        noDelay: true,
      })
      await once(line, 'connect')
      line.write(encodeRequest('GET', '/healthz', { cookie: '' }))
      await once(line, 'data')
      return line
    }),
  )

/** A member who was here before, and what she asks for. */
async function openRoom(club: Club) {
  const mia = await club.member()
  const room = await club.room()
  await club.join(mia, room)
  // from then on she is known here
  await club.call(mia, listPosts, { params: { slug: room.slug }, query: {} })
  return encodeRequest('GET', `/api/rooms/${room.slug}/posts`, mia)
}

test.for([
  ['strangers', '/healthz', ''],
  ['strangers with a session they made up', '/healthz', 'session=made-up'],
  ['strangers at the pages', '/login', ''],
  ['strangers at a call', '/api/auth/session', ''],
] as const)(
  'a member who comes after a crowd of %s is answered before it',
  async ([, path, cookie]) => {
    await using club = await openClub()
    const hersSays = await openRoom(club)
    const lines = await connectLines(club, STRANGERS + 1)
    const [hers = lines[0]!, ...crowd] = lines
    const answered: (typeof hers)[] = []
    for (const line of lines) line.once('data', () => answered.push(line))
    for (const line of crowd) line.write(encodeRequest('GET', path, { cookie }))
    hers.write(hersSays)
    await until(() => answered.length === lines.length)
    expect(answered.indexOf(hers)).toBeLessThan(STRANGERS / 3)
    for (const line of lines) line.destroy()
  },
)

test('when more strangers come than can wait, members who were here before still get in', async () => {
  await using club = await openClub()
  const hersSays = await openRoom(club)
  const [hers, ...crowd] = await connectLines(club, TOO_MANY_STRANGERS + 1)
  const answers = new Map<Socket, string>()
  for (const line of [hers!, ...crowd])
    line.once('data', (data: Buffer) => answers.set(line, data.toString('latin1').slice(9, 12)))
  for (const line of crowd)
    line.write(encodeRequest('GET', '/login', { cookie: 'session=made-up' }))
  hers!.write(hersSays)
  await until(() => answers.size === crowd.length + 1)
  expect(answers.get(hers!)).toBe('200')
  expect([...answers.values()]).toContain('503')
  for (const line of [hers!, ...crowd]) line.destroy()
})

test('when more strangers come from one net than can wait, those from another net still get in', async () => {
  await using club = await openClub({
    config: { trustedProxies: readConfig({ TRUSTED_PROXIES: '127.0.0.1' }).trustedProxies },
  })
  const [other, ...crowd] = await connectLines(club, TOO_MANY_STRANGERS + 1)
  const answers = new Map<Socket, string>()
  for (const line of [other!, ...crowd])
    line.once('data', (data: Buffer) => answers.set(line, data.toString('latin1').slice(9, 12)))
  const ask = (from: string) =>
    `GET /api/auth/session HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${from}\r\n\r\n`
  for (const line of crowd) line.write(ask('203.0.113.1'))
  other!.write(ask('198.51.100.7'))
  await until(() => answers.size === crowd.length + 1)
  expect(answers.get(other!)).toBe('200')
  expect([...answers.values()]).toContain('503')
  for (const line of [other!, ...crowd]) line.destroy()
})

test('strangers who wait for their turn at several calls fill no house', async () => {
  const { url, ownerUrl, drop } = await cloneDatabase()
  onTestFinished(drop)
  const dataDir = await mkdtemp(join(tmpdir(), 'club-crowd-'))
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    TRUSTED_PROXIES: '127.0.0.1',
  })
  const mia = await writeMember(config, ownerUrl, 'lounge')
  const server = await openOwnServer(config)
  onTestFinished(() => server.close())
  const read = () =>
    callUrl(server.url, mia.cookie, listPosts, { params: { slug: 'lounge' }, query: {} })
  expect(await read()).toMatchObject({ ok: true })

  const holder = openDatabase(ownerUrl, { max: 2 })
  const over = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  // counting attempts has to wait
  const held = holder.transaction(async (tx) => {
    await tx.script('lock table attempts in exclusive mode')
    locked.resolve()
    await over.promise
  })
  await locked.promise
  const calls = [requestPasswordReset, resendConfirmation, joinWaitlist, logIn]
  const lines = await connectLines(server, 100 * calls.length + 2)
  const answered: Socket[] = []
  for (const line of lines) line.once('data', () => answered.push(line))
  const [crowd, lasts] = [lines.slice(2), lines.slice(0, 2)]
  const body = JSON.stringify({ email: 'nobody@example.org', password: PASSWORD })
  for (const [at, line] of crowd.entries()) {
    const { path } = calls[at % calls.length]!
    line.write(
      `POST ${path} HTTP/1.1\r\nhost: localhost\r\norigin: ${server.url}\r\nx-forwarded-for: 203.0.${at % 8 < 4 ? 0 : 1}.1\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
  }
  await untilSomebodyWaits({ db: holder as never }, 2 * calls.length)
  // in each net they come after the others, and then all are in
  for (const [net, line] of lasts.entries())
    line.write(`GET /login HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: 203.0.${net}.1\r\n\r\n`)
  await until(() => lasts.every((line) => answered.includes(line)))
  expect(await read()).toMatchObject({ ok: true })
  over.resolve()
  await held
  await until(() => answered.length === lines.length)
  for (const line of lines) line.destroy()
  await holder.end()
})

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
])('a flood of a call from %s leaves room for others', async (_, at, beside) => {
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

test('a flood of a call from several nets keeps nobody else from it', async () => {
  const inTurn = limitStrangers({ isUnbounded: false }, { limitsFactor: 1 })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (address: string) =>
    inTurn({ viewer: null, address }, () => {
      begun.push(address)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const flood = [7, 8].flatMap((net) =>
    Array.from({ length: 80 }, () => ask(`203.0.${net}.1`).catch(() => 'refused')),
  )
  const other = ask('198.51.100.7')
  while (!begun.includes('198.51.100.7')) {
    await until(() => ends.length > 0, { everyMs: 1 })
    ends.shift()!()
  }
  expect(begun.length).toBeLessThan(7)
  const rest = setInterval(() => ends.shift()?.(), 0)
  await other
  await Promise.all(flood)
  clearInterval(rest)
})
