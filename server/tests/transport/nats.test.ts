import { expect, onTestFinished, test, vi } from 'vitest'
import { createPost } from '#contract/posts/posts.ts'
import { listPresent, setPlaces, tellWriting } from '#contract/rooms/presence.ts'
import { markRead } from '#contract/rooms/unread.ts'
import { setPresence } from '#contract/rooms/ownPresence.ts'
import { tellTableWriting } from '#contract/tables/tables.ts'
import { openNatsTransport, probeNats } from '#server/platform/transport/transport.nats.ts'
import { sql } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/process/log.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { openRoomWithMembers, post } from '#testing/fixtures/listening.ts'
import { watch } from '#testing/fixtures/presence.ts'
import { openTableForTwo } from '#testing/fixtures/tables.ts'
import { suspendMember } from '#testing/moderation/suspending.ts'
import { scrape } from '#testing/metrics/scraping.ts'
import { openNats } from '#testing/nats/nats.ts'
import { uuid } from '#testing/random.ts'
import { until } from '#testing/until.ts'
import { openSecond, openTwoTabs, sees } from './proveTransport.ts'

const AWAY = 'NATS is away: who is here and who writes is not told between servers'
const FLEETING = ['line_moved', 'presence', 'presence_asked', 'table_writing', 'writing']
/** Told by a process to itself, to see whether the line carries. */
const TRIAL = 'line_tried'
const MUTE =
  'the account of NATS_URL may not publish below "club.>": who is here and who writes is not told between servers'

const readyAt = async ({ url }: { url: string }) => {
  const answer = await fetch(`${url}/readyz`)
  return { status: answer.status, ...((await answer.json()) as { warnings: string[] }) }
}
const subjectOf = async (club: Club) =>
  `club.${(await club.db.row<{ id: string }>(sql`select id from installation`))!.id}.fleeting`
const valuesOf = async (club: Club, name: string) =>
  (await scrape(club)).samples.filter((one) => one.name === name)
const countsOf = ({ app }: Pick<Club, 'app'>) => app.bus.transport!.counts!

test('only what is fleeting goes over NATS, below the name of the club', async () => {
  await using nats = await openNats()
  await using club = await openClub({ config: { natsUrl: nats.url } })
  const second = await openSecond(club)
  const { room, mia, ben, mias, bens } = await openTwoTabs(club, second)
  const { number } = await post(club, mia, room)
  const params = { slug: room.slug }
  await club.call(ben, markRead, { params, body: { number } })
  await club.call(mia, tellWriting, { params })
  await club.call(ben, setPlaces, { body: { line: bens.name, rooms: [] } })
  await sees(mias, mia)
  const kinds = nats.published.map(({ words }) => (JSON.parse(words) as { kind: string }).kind)
  expect(kinds).toContain('presence')
  expect(kinds.filter((kind) => !FLEETING.includes(kind) && kind !== TRIAL)).toEqual([])
  expect(new Set(nats.published.map(({ subject }) => subject))).toEqual(
    new Set([await subjectOf(club)]),
  )
  for (const tab of [mias, bens]) tab.close()
})

test('while NATS is away the club works on and reports it, and presence is sent again when it is back', async () => {
  await using nats = await openNats()
  await using club = await openClub({ config: { natsUrl: nats.url } })
  const second = await openSecond(club)
  const { room, mia, ben, mias, bens } = await openTwoTabs(club, second)
  expect(await readyAt(club)).toEqual({ status: 200, ready: true, warnings: [] })
  expect(await valuesOf(club, 'club_nats_reachable')).toMatchObject([{ value: 1 }])

  await nats.leave()
  await until(() => [club, second].every(({ app }) => app.bus.transport?.trouble))
  await expect.poll(() => readyAt(club)).toEqual({ status: 200, ready: true, warnings: [AWAY] })
  expect(await valuesOf(club, 'club_nats_reachable')).toMatchObject([{ value: 0 }])
  // what is fleeting is not told, and nobody hears an error of it
  const moved = { body: { line: bens.name, rooms: [] } }
  expect(await club.call(ben, setPlaces, moved)).toMatchObject({ ok: true })
  const params = { slug: room.slug }
  expect(await club.call(mia, tellWriting, { params })).toMatchObject({ ok: true })
  expect(countsOf(club).dropped).toBeGreaterThan(0)
  // posts and rights go between servers as ever
  const request = { params, body: { id: uuid(), text: 'good evening' } }
  expect(await club.call(mia, createPost, request)).toMatchObject({ ok: true })
  await until(() => bens.events.some(({ type }) => type === 'post'))
  await club.db.run(sql`delete from sessions where id = ${ben.sessionId}`)
  await bens.closed

  await nats.comeBack()
  await until(() => [club, second].every(({ app }) => app.bus.transport?.trouble === null))
  await sees(mias, mia)
  await expect.poll(() => readyAt(club)).toMatchObject({ warnings: [] })
  mias.close()
})

test('a member who may no longer be seen is gone at every server, also while NATS is away', async () => {
  await using nats = await openNats()
  await using club = await openClub({ config: { natsUrl: nats.url } })
  const second = await openSecond(club)
  const { room, guests } = await openRoomWithMembers(club, 5)
  const [mia, ben, ...others] = guests as [TestMember, TestMember, ...TestMember[]]
  const mias = await watch(club, mia, room)
  const theirs = await Promise.all(
    [ben, ...others].map((one) => watch(club, one, room, second.url)),
  )
  await until(() => mias.present?.count === guests.length)
  await nats.leave()
  await until(() => [club, second].every(({ app }) => app.bus.transport?.trouble))
  const [suspended, unseen, left] = others as [TestMember, TestMember, TestMember]
  await suspendMember(club, suspended)
  await club.call(unseen, setPresence, { body: { isShared: false } })
  await club.db.run(
    sql`delete from room_members where room_id = ${room.id} and user_id = ${left.userId}`,
  )
  await sees(mias, mia, ben)
  for (const tab of [mias, ...theirs]) tab.close()
})

test('a forged notice reveals no name, city or portrait of a hidden member', async () => {
  await using nats = await openNats()
  await using club = await openClub({ config: { natsUrl: nats.url } })
  await until(() => club.app.bus.transport?.trouble === null)
  const { room, guests } = await openRoomWithMembers(club, 4)
  const [mia, suspended, unseen, ben] = guests as [TestMember, TestMember, TestMember, TestMember]
  const stranger = await club.member()
  await suspendMember(club, suspended)
  await club.call(unseen, setPresence, { body: { isShared: false } })
  const came = [suspended, unseen, stranger, ben].map(({ userId }) => [room.id, userId, 'Parlour'])
  const forged = { from: uuid(), isWhole: true, size: came.length, came, went: [] }
  nats.publish(await subjectOf(club), JSON.stringify({ kind: 'presence', ...forged }))
  const params = { slug: room.slug }
  await expect
    .poll(() => club.call(mia, listPresent, { params }))
    .toMatchObject({ answer: { count: 1, people: [{ id: ben.userId, username: ben.username }] } })
})

test('a club starts without NATS, and has it once it is there', async () => {
  await using nats = await openNats()
  await nats.leave()
  await using club = await openClub({ config: { natsUrl: nats.url } })
  await until(() => club.app.bus.transport?.trouble)
  const second = await club.secondServer()
  await nats.comeBack()
  await until(() => [club, second].every(({ app }) => app.bus.transport?.trouble === null))
  const { mias, bens } = await openTwoTabs(club, second)
  for (const tab of [mias, bens]) tab.close()
})

test('at a table nobody sees an error because NATS is away', async () => {
  await using nats = await openNats()
  await using opened = await openTableForTwo({ config: { natsUrl: nats.url } })
  const { club, mia, tableId } = opened
  await nats.leave()
  await until(() => club.app.bus.transport?.trouble)
  expect(await club.call(mia, tellTableWriting, { params: { tableId } })).toMatchObject({
    ok: true,
  })
})

test('foreign messages are refused, however they are made, and the connection stays', async () => {
  await using nats = await openNats()
  await using club = await openClub({ config: { natsUrl: nats.url } })
  await until(() => club.app.bus.transport?.trouble === null)
  const { bus } = club.app
  const { age } = bus
  const before = { ...countsOf(club) }
  const subject = await subjectOf(club)
  const id = uuid()
  const hostile = [
    '',
    'no json',
    '[]',
    'null',
    '{"kind":"__proto__"}',
    '{"__proto__":{"kind":"writing"}}',
    // what only the database may say
    JSON.stringify({ kind: 'member_changed', userId: id }),
    JSON.stringify({ kind: 'sessions_ended', sessionIds: [id] }),
    JSON.stringify({ kind: 'echo', id }),
    JSON.stringify({ kind: 'presence', from: id, isWhole: true, size: -1, came: [], went: [] }),
    JSON.stringify({
      kind: 'presence',
      from: id,
      isWhole: true,
      size: 1,
      came: [[id, id, { toString: 'x' }]],
      went: [],
    }),
    JSON.stringify({ kind: 'line_moved', line: id, userId: id, rooms: ['../../admin'] }),
    JSON.stringify({ kind: 'table_writing', tableId: `${id}' or true`, userId: id }),
    JSON.stringify({ kind: 'table_writing', tableId: id, userId: id, more: 'x'.repeat(8_000) }),
    '['.repeat(7_000),
    Buffer.from([0xff, 0xfe, 0x00]),
  ]
  for (const words of hostile) nats.publish(subject, words)
  const received: unknown[] = []
  bus.on('table_writing', (notice) => void received.push(notice))
  nats.publish(
    subject,
    JSON.stringify({ kind: 'table_writing', tableId: id, userId: id, generation: 'another' }),
  )
  await until(() => received.length > 0)
  expect(received).toEqual([{ kind: 'table_writing', tableId: id, userId: id }])
  expect(countsOf(club).rejected - before.rejected).toBe(hostile.length)
  // nothing that is remembered hangs on it
  expect(bus.age).toBe(age)
  expect(bus.isReceiving).toBe(true)
  expect(bus.transport?.trouble).toBeNull()
})

test('clubs that share a NATS server receive nothing of each other', async () => {
  await using nats = await openNats()
  await using club = await openClub({ config: { natsUrl: nats.url } })
  await using other = await openClub({ config: { natsUrl: nats.url } })
  for (const { app } of [club, other]) await until(() => app.bus.transport?.trouble === null)
  const clubs = [club, other].map(({ app: { bus } }) => {
    const [sentId, received] = [uuid(), new Set<string>()]
    bus.on('table_writing', ({ tableId }) => void received.add(tableId))
    return { bus, sentId, received }
  })
  // having received the last one, a server would also have received those before
  for (const { bus, sentId } of [...clubs, ...clubs.toReversed()])
    await bus.publish({ kind: 'table_writing', tableId: sentId, userId: uuid() })
  await until(() => clubs.every(({ received }) => received.size > 0))
  await until(
    () => nats.published.filter(({ words }) => words.includes('table_writing')).length === 4,
  )
  for (const { sentId, received } of clubs) expect([...received]).toEqual([sentId])
})

test('the account of the address is the one it is entered with; a wrong one is away', async () => {
  const account = { user: 'club', password: 'a b/c@d' }
  await using nats = await openNats({ account })
  const at = (password: string) => nats.url.replace('//', `//club:${encodeURIComponent(password)}@`)
  await probeNats(at(account.password))
  await expect(probeNats(at('wrong'))).rejects.toThrow()
  await using club = await openClub({ config: { natsUrl: at('wrong') } })
  await until(() => nats.greetings.length > 3)
  expect(nats.countEars()).toBe(0)
  const refused = AWAY.replace('NATS is away', 'NATS does not let in the account of NATS_URL')
  await expect.poll(() => readyAt(club)).toMatchObject({ status: 200, warnings: [refused] })
})

test('an account that may not publish is detected', async () => {
  await using nats = await openNats()
  nats.forbid('PUB')
  await using club = await openClub({ config: { natsUrl: nats.url } })
  await expect.poll(() => readyAt(club)).toMatchObject({ status: 200, warnings: [MUTE] })
  expect(await valuesOf(club, 'club_nats_reachable')).toMatchObject([{ value: 0 }])
  expect(nats.published).toEqual([])
  await expect(probeNats(nats.url)).rejects.toThrow('Publish')
})

/** A transport alone, by a clock of the test: `pass` lets so much time go by. */
async function openTransportByClock(nats: Awaited<ReturnType<typeof openNats>>) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const logged: string[] = []
  const note = (...words: unknown[]) => void logged.push(String(words.at(-1)))
  const log = { info: note, warn: note }
  const listener = { onNotice() {}, onConnect() {} }
  const transport = openNatsTransport({ url: nats.url, installation: uuid(), log, ...listener })
  onTestFinished(() => transport.stop())
  return { transport, logged, pass: (ms: number) => vi.advanceTimersByTime(ms) }
}

test('an account that is let in and may not speak is tried more and more seldom, and said once', async () => {
  await using nats = await openNats()
  for (const verb of ['PUB', 'SUB'] as const) {
    nats.forbid(verb)
    nats.greetings.length = 0
    const { transport, logged, pass } = await openTransportByClock(nats)
    const untilTried = (times: number) =>
      // a line that is still being made has clocks of its own; once it has ended, only that of the next one goes
      until(
        () =>
          nats.greetings.length === times && nats.countLines() === 0 && vi.getTimerCount() === 1,
      )
    await untilTried(1)
    for (const [index, seconds] of [1, 2, 4, 8, 16, 30, 30].entries()) {
      pass(seconds * 1_000 - 1)
      expect(vi.getTimerCount()).toBe(1)
      pass(1)
      await untilTried(index + 2)
    }
    const trouble = verb === 'PUB' ? MUTE : MUTE.replace('publish', 'subscribe')
    expect(transport.trouble).toBe(trouble)
    expect(logged).toEqual([trouble])
    nats.forbid(null)
    pass(30_000)
    await until(() => transport.trouble === null)
    expect(logged).toEqual([trouble, 'NATS is there again'])
    await transport.stop()
    await until(() => nats.countLines() === 0)
    vi.useRealTimers()
  }
})

test('a server that ends without a word is noticed within five seconds, and one that answers stays', async () => {
  await using nats = await openNats()
  const { transport, pass } = await openTransportByClock(nats)
  await until(() => transport.trouble === null)
  for (let turn = 0; turn < 10; turn += 1) {
    const before = nats.countAsked()
    pass(1_500)
    await until(() => nats.countAsked() > before)
  }
  expect(transport.trouble).toBeNull()
  nats.fallSilent()
  pass(5_000)
  await until(() => transport.trouble)
  expect(transport.trouble).toBe(AWAY)
})

test('with tls:// nothing is said to a server that does not encrypt', async () => {
  await using nats = await openNats()
  await expect(probeNats(nats.url.replace('nats:', 'tls:'))).rejects.toThrow()
  expect(nats.greetings).toEqual([])
})

test('what is published before it stops is still sent, and no connection is left', async () => {
  await using nats = await openNats()
  const transport = openNatsTransport({
    url: nats.url,
    installation: uuid(),
    log: silentLog,
    onNotice() {},
    onConnect() {},
  })
  await until(() => transport.trouble === null)
  const ids = Array.from({ length: 100 }, () => uuid())
  const before = nats.published.length
  for (const id of ids) void transport.publish({ kind: 'presence_asked', from: id })
  await transport.stop()
  const notices = nats.published
    .slice(before)
    .map(({ words }) => JSON.parse(words) as { from: string })
  expect(notices.map(({ from }) => from)).toEqual(ids)
  await until(() => nats.countEars() === 0)
  expect(await transport.publish({ kind: 'presence_asked', from: uuid() })).toBe(false)
})
