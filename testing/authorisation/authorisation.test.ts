import { expect, test } from 'vitest'
import * as z from 'zod'
import { errors, type ErrorCode } from '#contract/errors.ts'
import { followClub, LiveEvent } from '#contract/live.ts'
import { logOutEverywhere } from '#contract/accounts/session.ts'
import { createPost, listPosts } from '#contract/posts/posts.ts'
import { enterRoom, listRooms } from '#contract/rooms/rooms.ts'
import { raw, sql } from '#server/platform/database/database.ts'
import {
  byAccess,
  httpMethod,
  uploadType,
  type Call,
  type ExpectedOutcome,
  type AccessRow,
  type AccessScene,
} from '#testing/authorisation/authorisation.access.ts'
import { table } from '#testing/authorisation/authorisation.ts'
import { asMarkdown, combinations, roomTable } from '#testing/authorisation/authorisation.rooms.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { arrive, everyStanding, type Standing } from '#testing/authorisation/standings.ts'
import { uuid } from '#testing/random.ts'
import { routes } from '#server/routes.ts'

const nameOf = (call: Call) => `${httpMethod(call)} ${call.path}`

const openStrictClub = () =>
  openClub({
    config: { limitsFactor: 1000, emailConfirmation: 'required' },
    payments: 'house',
  })

type Wire = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  file?: Uint8Array<ArrayBuffer>
}
type Answer = { status: number; body: unknown; outcome: ExpectedOutcome }

/** Asks as a browser would; of a stream, up to its first event. */
async function ask(club: Club, call: Call, cookie: string, wire: Wire): Promise<Answer> {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => wire.params?.[name] ?? 'nowhere')
  const { body, file, query } = wire
  const abort = new AbortController()
  const response = await fetch(`${club.url}${path}?${new URLSearchParams(query ?? {})}`, {
    method: httpMethod(call),
    signal: abort.signal,
    headers: {
      origin: club.config.publicUrl,
      ...(cookie && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(file && { 'content-type': uploadType(call) }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(file && { body: file }),
  })
  const { status } = response
  if ('file' in call && response.ok) {
    await response.arrayBuffer()
    return { status, body: null, outcome: 'ok' }
  }
  if (response.headers.get('content-type') !== 'text/event-stream') {
    const answer = (await response.json()) as { code?: ErrorCode }
    return { status, body: answer, outcome: response.ok ? 'ok' : answer.code! }
  }
  let heard = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    heard += chunk
    if (heard.includes('\n\n')) break
  }
  abort.abort()
  return { status, body: JSON.parse(heard.slice('data: '.length).split('\n\n')[0]!), outcome: 'ok' }
}

/** Everything the club remembers, but for what it counts and the traces that are left. */
async function contents(club: Club): Promise<string> {
  const row = await club.db.row<{ all: string }>(raw((everyRow ??= await hashOfEveryRow(club))))
  return row!.all
}

let everyRow: string | undefined

/** One statement for all tables: planned once, and cheap enough to be asked before and after each call. */
async function hashOfEveryRow(club: Club): Promise<string> {
  const tables = await club.db.rows<{ name: string }>(sql`
    select quote_ident(tablename) as name from pg_tables
    where schemaname = 'public' and tablename not in ('attempts', 'audit') order by tablename`)
  const hashes = tables.map(
    ({ name }) =>
      `(select md5(string_agg(whole::text, E'\\n' order by whole::text)) from ${name} whole)`,
  )
  // a function takes a hundred arguments, and there are more tables
  return `select array_to_string(array[${hashes.join(', ')}], ' ', 'none') as all`
}

/** A refusal says its code and, to a suspended member, until when and why: nothing else at all. */
function refusalBody(code: ErrorCode): object {
  if (code !== 'suspended') return { code }
  return { code, until: '2999-01-01T00:00:00.000Z', reason: 'A test of patience.' }
}

const isForAccess = (call: Call, standing: Standing) => byAccess[call.access][standing] !== 'ok'

async function stage(club: Club, standing: Standing, room: { id: string; slug: string }) {
  const who = await arrive(club, standing, room)
  await club.app.bus.flush()
  return { club, who, standing, room } satisfies AccessScene
}

test('the table speaks of every endpoint and stream the server answers, once, and of no other', () => {
  expect(table.map(({ call }) => nameOf(call)).sort()).toEqual(
    routes.map(({ call }) => nameOf(call)).sort(),
  )
  expect(new Set(table.map(({ call }) => call))).toEqual(new Set(routes.map(({ call }) => call)))
  for (const { expected } of table)
    expect(Object.keys(expected).sort()).toEqual(everyStanding.toSorted())
})

test.each(table.map((row) => [nameOf(row.call), row] as const))(
  '%s answers everybody as the table says, and a refusal changes and tells nothing',
  { timeout: 60_000 },
  async (_, { call, request, expected }: AccessRow) => {
    await using club = await openStrictClub()
    const arriveWith = async (standing: Standing) => {
      const scene = await stage(club, standing, await club.room())
      return { scene, wire: (await request(scene)) as Wire }
    }
    const expectOutcome = async ({ scene, wire }: Awaited<ReturnType<typeof arriveWith>>) => {
      const { standing, who } = scene
      const answer = await ask(club, call, who.cookie, wire)
      const { outcome } = answer
      expect({ standing, outcome }).toEqual({ standing, outcome: expected[standing] })
      if (outcome !== 'ok') {
        expect(answer.status, standing).toBe(errors[outcome])
        expect(answer.body, standing).toEqual(refusalBody(outcome))
      }
      return answer
    }

    // those who may not ask at all come first, and all they ask changes nothing
    const arrived = []
    for (const standing of everyStanding.filter((one) => isForAccess(call, one)))
      arrived.push(await arriveWith(standing))
    const untouched = await contents(club)
    for (const asking of arrived) {
      const answer = await expectOutcome(asking)
      // and learns nothing of what may be asked
      const blind = { params: { slug: '%00' }, ...('body' in call && { body: { '': [] } }) }
      const { standing, who } = asking.scene
      expect(await ask(club, call, who.cookie, blind), standing).toEqual(answer)
    }
    expect(await contents(club)).toBe(untouched)

    for (const standing of everyStanding.filter((one) => !isForAccess(call, one))) {
      const asking = await arriveWith(standing)
      const before = expected[standing] === 'ok' ? '' : await contents(club)
      const { outcome, status, body } = await expectOutcome(asking)
      if (outcome !== 'ok') expect(await contents(club), standing).toBe(before)
      else {
        expect(status).toBe(200)
        if ('file' in call) continue
        const schema = 'response' in call ? call.response : call.event
        expect(z.parse(schema, body)).toEqual(body)
      }
    }
  },
)

const ofRooms = table.filter(({ call }) => call.path.includes('/:slug'))
test.each(ofRooms.map((row) => [nameOf(row.call), row] as const))(
  '%s tells nobody a closed room from one that never was, and strangers not even an open one',
  { timeout: 60_000 },
  async (_, { call, request }: AccessRow) => {
    await using club = await openStrictClub()
    const shut = await club.room({ isActive: false })
    const nowhere = { id: shut.id, slug: 'nowhere' }
    const open = await club.room()
    for (const standing of everyStanding) {
      const scene = await stage(club, standing, open)
      const answerIn = async (room: { slug: string }) =>
        ask(club, call, scene.who.cookie, (await request({ ...scene, room })) as Wire)
      const unknown = await answerIn(nowhere)
      expect(await answerIn(shut), standing).toEqual(unknown)
      if (isForAccess(call, standing)) expect(await answerIn(open), standing).toEqual(unknown)
      else
        expect(unknown, standing).toEqual({
          status: 404,
          body: { code: 'room_not_found' },
          outcome: 'room_not_found',
        })
    }
  },
)

test('a stream that is open when its session is ended elsewhere says so and ends', async () => {
  await using club = await openStrictClub()
  const mia = await club.member()
  const live = await club.follow(mia)
  await live.next('ready')
  await club.call(await club.session(mia), logOutEverywhere, {})
  await live.next('session_ended')
  await live.closed
  expect((await ask(club, followClub, mia.cookie, {})).outcome).toBe('not_signed_in')
})

test.each(combinations.map((rights) => [JSON.stringify(rights), rights] as const))(
  'a member of %s finds open exactly the rooms the table opens',
  { timeout: 60_000 },
  async (_, rights) => {
    await using club = await openClub({ config: { limitsFactor: 1000 } })
    const { isAdmitted, verificationStatus, isSubscriber, hasContentConsent: hasConsent } = rights
    const subscribed = isSubscriber && { subscribedUntil: '2999-01-01T00:00:00Z' }
    const member = await club.member({ isAdmitted, verificationStatus, hasConsent, ...subscribed })
    const cards: Record<string, ErrorCode | null> = {}
    const open: string[] = []
    for (const [accessLevel, closed] of Object.entries(roomTable(rights))) {
      const room = await club.room({ accessLevel })
      cards[room.slug] = closed
      const refusal = closed ?? (hasConsent ? null : 'consent_required')
      if (!refusal) open.push(room.slug)
      const params = { slug: room.slug }
      const outcomes = async (calls: [Call, Wire][]) =>
        Promise.all(
          calls.map(async ([call, wire]) => (await ask(club, call, member.cookie, wire)).outcome),
        )
      const body = { id: uuid(), text: 'good evening' }
      const inside: [Call, Wire][] = [
        [listPosts, { params }],
        [createPost, { params, body }],
      ]
      const outside = refusal ?? 'not_in_room'
      expect(await outcomes(inside), accessLevel).toEqual([outside, outside])
      expect(await outcomes([[enterRoom, { params }]]), accessLevel).toEqual([refusal ?? 'ok'])
      // belonging to a room from better days opens nothing either
      await club.join(member, room)
      await club.app.bus.flush()
      expect(await outcomes(inside), accessLevel).toEqual([refusal ?? 'ok', refusal ?? 'ok'])
    }
    const listed = await club.call(member, listRooms, {})
    if (!listed.ok) throw new Error(listed.code)
    expect(
      Object.fromEntries(listed.answer.rooms.map(({ slug, entryRefusal }) => [slug, entryRefusal])),
    ).toMatchObject(cards)
    const ready = LiveEvent.parse((await ask(club, followClub, member.cookie, {})).body)
    const heard = ready.type === 'ready' ? ready.rooms.map(({ slug }) => slug) : null
    expect(heard?.sort()).toEqual(open.sort())
  },
)

test('the overview for readers is what these tests ask for', async () => {
  const calls = table.map(({ call, expected }) => ({
    name: nameOf(call),
    access: call.access,
    expected,
  }))
  await expect(asMarkdown(calls)).toMatchFileSnapshot('../../docs/authorisation.md')
})
