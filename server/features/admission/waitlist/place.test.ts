import { expect, test } from 'vitest'
import { getSession } from '#contract/accounts/session.ts'
import { admit, decline, listWaiting } from '#contract/admission/admission.ts'
import { checkInvite, redeemInvite } from '#contract/admission/invitations.ts'
import { getOwnPlace } from '#contract/admission/ownPlace.ts'
import { enterRoom } from '#contract/rooms/rooms.ts'
import { parseNetworks } from '#server/platform/limits/address.ts'
import { sql, type Query } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { insertInvite, insertEntry } from '#testing/fixtures/admission.ts'
import { isRollCall } from '#testing/fixtures/presence.ts'

const NOW = '2026-06-15T12:00:00Z'
const config = { admission: 'invitation' } as const
const codeOf = (result: { ok: boolean }) => ('code' in result ? result.code : 'ok')
const redeem = (club: Club, as: { cookie: string }, code: string) =>
  club.call(as, redeemInvite, { body: { code } })
const usesOf = async ({ db }: Club, id: string) =>
  (await db.row<{ uses: number }>(sql`select uses from invitations where id = ${id}`))?.uses

test('a waiting member sees their true place, which an address on the waitlist before counts for', async () => {
  await using club = await openClub({ now: NOW, config })
  const first = await club.member({ isAdmitted: false })
  club.clock.advance({ hours: 1 })
  await insertEntry(club)
  club.clock.advance({ hours: 1 })
  const nora = await club.member({ isAdmitted: false })
  const place = (as: { cookie: string }) => club.call(as, getOwnPlace, {})
  expect(await place(nora)).toMatchObject({
    answer: {
      place: { position: 3, of: 3, since: '2026-06-15T14:00:00.000Z' },
      medianDays: null,
      declined: null,
    },
  })
  await insertEntry(club, { email: nora.email, at: new Date('2026-06-14T12:00:00Z') })
  expect(await place(nora)).toMatchObject({
    answer: { place: { position: 1, of: 3, since: '2026-06-14T12:00:00.000Z' } },
  })
  expect(await place(first)).toMatchObject({ answer: { place: { position: 2, of: 3 } } })
  expect(await place(await club.member())).toMatchObject({
    answer: { place: null, declined: null },
  })
})

test('a suspended member does not wait meanwhile, and has their place again afterwards', async () => {
  await using club = await openClub({ now: NOW, config })
  const admin = await club.member({ isAdmin: true })
  const suspendedUntil = '2026-06-15T14:30:00Z'
  const sam = await club.member({ isAdmitted: false, suspendedUntil })
  club.clock.advance({ hours: 1 })
  const nora = await club.member({ isAdmitted: false })
  const seen = async () => {
    const [own, listed] = [
      await club.call(nora, getOwnPlace, {}),
      await club.call(admin, listWaiting, { query: {} }),
    ]
    if (!own.ok || !listed.ok) throw new Error('refused')
    const { position, of } = own.answer.place ?? {}
    return { position, of, ids: listed.answer.waiting.map(({ id }) => id) }
  }
  expect(await seen()).toEqual({ position: 1, of: 1, ids: [nora.userId] })
  expect(await club.call(admin, admit, { body: { ids: [sam.userId] } })).toMatchObject({
    answer: { admitted: 0 },
  })
  club.clock.set('2026-06-15T14:31:00Z')
  expect(await seen()).toEqual({ position: 2, of: 2, ids: [sam.userId, nora.userId] })
})

test('a good code admits a waiting account at once, in tabs that are open too, however it is typed', async () => {
  await using club = await openClub({ config })
  const nora = await club.member({ isAdmitted: false })
  const room = await club.room()
  const { id, code } = await insertInvite(club)
  const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `
  const stream = await club.follow(nora)
  await stream.next('ready')
  expect(codeOf(await redeem(club, nora, typed))).toBe('ok')
  await stream.next('rooms')
  expect(codeOf(await club.call(nora, enterRoom, { params: room }))).toBe('ok')
  expect(await usesOf(club, id)).toBe(1)
})

test(
  'one code redeemed by fifty accounts at once admits exactly one',
  { timeout: 60_000 },
  async () => {
    await using club = await openClub({ config })
    const { id, code } = await insertInvite(club)
    const crowd = await Promise.all(
      Array.from({ length: 50 }, () => club.member({ isAdmitted: false })),
    )
    const results = await Promise.all(crowd.map((member) => redeem(club, member, code)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(new Set(results.filter(({ ok }) => !ok).map(codeOf))).toEqual(
      new Set(['invalid_invite']),
    )
    const row = await club.db.row(sql`
    select (select count(*) from users where admitted_at is not null) as admitted,
      (select count(*) from invitation_uses) as uses`)
    expect(row).toEqual({ admitted: 1, uses: 1 })
    expect(await usesOf(club, id)).toBe(1)
  },
)

test('a code for five lets in five of fifty', { timeout: 60_000 }, async () => {
  await using club = await openClub({ config })
  const { id, code } = await insertInvite(club, { maxUses: 5 })
  const crowd = await Promise.all(
    Array.from({ length: 50 }, () => club.member({ isAdmitted: false })),
  )
  const results = await Promise.all(crowd.map((member) => redeem(club, member, code)))
  expect(results.filter(({ ok }) => ok)).toHaveLength(5)
  expect(await usesOf(club, id)).toBe(5)
})

test('one account with many codes at once spends one of them, and a member none', async () => {
  await using club = await openClub({ config })
  const nora = await club.member({ isAdmitted: false })
  const made = await Promise.all(Array.from({ length: 8 }, () => insertInvite(club)))
  const results = await Promise.all(made.map(({ code }) => redeem(club, nora, code)))
  expect(results.map(codeOf)).toEqual(Array(8).fill('ok'))
  const uses = await Promise.all(made.map(({ id }) => usesOf(club, id)))
  expect(uses.filter((count) => count === 1)).toHaveLength(1)
  expect(uses.filter((count) => count === 0)).toHaveLength(7)
  const { id, code } = await insertInvite(club)
  expect(codeOf(await redeem(club, await club.member(), code))).toBe('ok')
  expect(await usesOf(club, id)).toBe(0)
})

/** Codes that let nobody in who is asked here, by what is wrong with them. */
const bad: Record<string, (club: Club) => Promise<string>> = {
  unknown: async () => '0123456789ABCDEFGHJKMNPQRS',
  'no code at all': async () => 'let me in',
  'used up': async (club) => {
    const { id, code } = await insertInvite(club)
    await club.db.run(sql`update invitations set uses = 1 where id = ${id}`)
    return code
  },
  expired: async (club) => {
    const { code } = await insertInvite(club, { days: 0 })
    return code
  },
  revoked: async (club) => {
    const { id, code } = await insertInvite(club)
    await club.db.run(sql`update invitations set revoked_at = ${NOW} where id = ${id}`)
    return code
  },
  'bound to another address': async (club) =>
    (await insertInvite(club, { email: 'somebody@example.org' })).code,
  'given by a member who is suspended': async (club) => {
    const { userId } = await club.member({ suspendedUntil: '2999-01-01T00:00:00Z' })
    return (await insertInvite(club, { inviterId: userId })).code
  },
}

test.each(Object.entries(bad))(
  'a code that is %s gets the one answer there is to bad codes',
  async (_, make) => {
    await using club = await openClub({ now: NOW, config })
    const nora = await club.member({ isAdmitted: false })
    const code = await make(club)
    const expected = { status: 422, code: 'invalid_invite', body: { code: 'invalid_invite' } }
    expect(await redeem(club, nora, code)).toMatchObject(expected)
    expect(await club.call(nora, checkInvite, { body: { code } })).toMatchObject(expected)
    expect(await club.call(nora, getOwnPlace, {})).toMatchObject({
      answer: { place: { position: 1 } },
    })
  },
)

test('every bad code is asked about alike, so that no clock tells them apart', async () => {
  await using club = await openClub({ now: NOW, config })
  const queries: string[] = []
  for (const name of ['row', 'rows', 'run'] as const) {
    const ask = club.app.db[name].bind(club.app.db) as (query: Query) => Promise<never>
    club.app.db[name] = (query: Query) => {
      if (!isRollCall(query.values)) queries.push(query.text)
      return ask(query)
    }
  }
  const seen = new Set<string>()
  for (const make of Object.values(bad)) {
    const nora = await club.member({ isAdmitted: false })
    const code = await make(club)
    // after a suspension, the next request has the server look up when it is over
    await club.app.bus.flush()
    await club.call(null, getSession, {})
    queries.length = 0
    await redeem(club, nora, code)
    await club.call(nora, checkInvite, { body: { code } })
    expect(queries.filter((text) => text.includes('code_hash'))).toHaveLength(2)
    // what this server asks itself once a while, to know that it hears, is of nobody's code
    seen.add(queries.filter((text) => !text.includes('pg_notify')).join('\n'))
  }
  expect(seen.size).toBe(1)
})

test('a code bound to one’s own address lets one in, in whatever case it was written', async () => {
  await using club = await openClub({ config })
  const nora = await club.member({ isAdmitted: false, email: 'nora@example.org' })
  const { code } = await insertInvite(club, { email: 'nora@example.org' })
  expect(codeOf(await redeem(club, nora, code))).toBe('ok')
})

test('an invitation counts for more than having been declined', async () => {
  await using club = await openClub({ config })
  const admin = await club.member({ isAdmin: true })
  const nora = await club.member({ isAdmitted: false })
  await club.call(admin, decline, { body: { id: nora.userId, reason: 'No.' } })
  expect(codeOf(await redeem(club, nora, (await insertInvite(club)).code))).toBe('ok')
  expect(await club.call(nora, getOwnPlace, {})).toMatchObject({ answer: { declined: null } })
})

test('looking at a code spends nothing', async () => {
  await using club = await openClub({ config })
  const { id, code } = await insertInvite(club)
  for (let i = 0; i < 15; i += 1)
    expect(codeOf(await club.call(null, checkInvite, { body: { code } }))).toBe('ok')
  expect(await usesOf(club, id)).toBe(0)
})

test('an account and an address range may try ten wrong codes an hour, then none, not even a good one', async () => {
  await using club = await openClub({
    now: NOW,
    config: { ...config, isLocal: false, trustedProxies: parseNetworks(['127.0.0.1']) },
  })
  const { code } = await insertInvite(club, { maxUses: 10 })
  const wrong = 'WRONG-WRONG-WRONG-WRONG-WRONG-W'
  const check = (given: string, address: string) =>
    club.call(
      null,
      checkInvite,
      { body: { code: given } },
      { headers: { 'x-forwarded-for': address } },
    )
  const tries = await Promise.all(
    Array.from({ length: 50 }, (_, i) => check(wrong, `2001:db8::${i.toString(16)}`)),
  )
  expect(tries.map(codeOf).filter((one) => one === 'invalid_invite')).toHaveLength(10)
  expect(tries.map(codeOf).filter((one) => one === 'too_many_attempts')).toHaveLength(40)
  expect(codeOf(await check(code, '2001:db8::1'))).toBe('too_many_attempts')
  expect(codeOf(await check(code, '2001:db8:0:1::1'))).toBe('ok')

  const nora = await club.member({ isAdmitted: false })
  for (let i = 0; i < 10; i += 1)
    expect(codeOf(await redeem(club, nora, wrong))).toBe('invalid_invite')
  expect(await redeem(club, nora, code)).toMatchObject({
    code: 'too_many_attempts',
    body: { retryAfter: 3600 },
  })
  club.clock.advance({ minutes: 60 })
  expect(codeOf(await redeem(club, nora, code))).toBe('ok')
})
