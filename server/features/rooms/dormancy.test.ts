import { expect, test } from 'vitest'
import { enterRoom, keepRooms, leaveRoom, listRooms } from '#contract/rooms/rooms.ts'
import { openRoom, saveRoom } from '#contract/rooms/roomAdmin.ts'
import { createPost, listPosts } from '#contract/posts/posts.ts'
import { cancelSubscription } from '#contract/billing/billing.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { subscribeMember, turn } from '#testing/billing/subscribers.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { uuid } from '#testing/random.ts'

const NOW = '2026-11-02T12:00:00Z'
const END = '2026-12-02T12:00:00Z'
const codeOf = (answer: { ok: boolean; code?: string }) => (answer.ok ? 'ok' : answer.code)
const enter = (club: Club, member: TestMember, slug: string) =>
  club.call(member, enterRoom, { params: { slug } })
const keep = (club: Club, member: TestMember, slugs: string[]) =>
  club.call(member, keepRooms, { body: { slugs } })

async function roomsOf(club: Club, member: TestMember) {
  const seen = await club.call(member, listRooms, {})
  if (!seen.ok) throw new Error(seen.code)
  const { rooms, plan } = seen.answer
  const slugs = (isDormant: boolean) =>
    rooms
      .filter((room) => room.isMember && room.isDormant === isDormant)
      .map(({ slug }) => slug)
      .toSorted()
  return { awake: slugs(false), resting: slugs(true), plan, rooms }
}

/** Somebody whose Premium ends while they are in five rooms, joined one after the other. */
async function lapsed(club: Club) {
  const mia = await club.member()
  const slugs = ['a', 'b', 'c', 'd', 'e']
  for (const slug of slugs) await club.room({ slug })
  await subscribeMember(club, mia)
  for (const slug of slugs) {
    club.clock.advance({ seconds: 1 })
    await enter(club, mia, slug)
  }
  await club.call(mia, cancelSubscription, {})
  club.clock.set(END)
  await turn(club)
  return { ...mia, ...(await club.session(mia)) }
}

test('when a subscription ends the rooms joined last stay open and the others rest; nothing is lost', async () => {
  await using club = await openClub({ now: NOW, payments: 'house' })
  const mia = await lapsed(club)
  const { awake, resting, plan, rooms } = await roomsOf(club, mia)
  expect({ awake, resting }).toEqual({ awake: ['c', 'd', 'e'], resting: ['a', 'b'] })
  expect(plan).toEqual({ isSubscriber: false, used: 3, limit: 3 })
  expect(rooms.find(({ slug }) => slug === 'a')?.memberCount).toBe(0)
})

test('rooms that Premium alone opens take no place from the others once it ends, and wake with it', async () => {
  await using club = await openClub({ now: NOW, payments: 'house' })
  const mia = await club.member({ verificationStatus: 'verified' })
  const levels = { a: 'free', b: 'club', c: 'paid', d: 'vip', e: 'paid' }
  for (const [slug, accessLevel] of Object.entries(levels)) await club.room({ slug, accessLevel })
  await subscribeMember(club, mia)
  for (const slug of Object.keys(levels)) {
    club.clock.advance({ seconds: 1 })
    expect(codeOf(await enter(club, mia, slug))).toBe('ok')
  }
  await club.call(mia, cancelSubscription, {})
  club.clock.set(END)
  await turn(club)
  const back = { ...mia, ...(await club.session(mia)) }
  expect(await roomsOf(club, back)).toMatchObject({
    awake: ['a', 'b'],
    resting: ['c', 'd', 'e'],
    plan: { used: 2, limit: 3 },
  })
  expect(codeOf(await enter(club, back, 'tresen'))).toBe('ok')
  expect(codeOf(await enter(club, back, 'c'))).toBe('room_needs_subscription')
  await subscribeMember(club, back)
  expect((await roomsOf(club, back)).awake).toEqual(['a', 'b', 'c', 'd', 'e', 'tresen'])
})

test('a member who subscribes before they choose keeps all their rooms', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const slugs = ['a', 'b', 'c']
  for (const slug of slugs) {
    await club.room({ slug })
    await enter(club, mia, slug)
  }
  const chosen = await club.db.transaction(async (tx) => {
    await tx.run(sql`select from users where id = ${mia.userId} for no key update`)
    const choosing = keep(club, mia, ['a'])
    await untilSomebodyWaits(club)
    await tx.run(sql`insert into paid_access values (${mia.userId}, ${END})`)
    return [choosing]
  })
  expect(await chosen[0]).toMatchObject({ ok: true })
  expect(await roomsOf(club, mia)).toMatchObject({ awake: slugs, resting: [] })
})

test('a room that rests opens nothing: no posts, no posting, no stream', async () => {
  await using club = await openClub({ now: NOW, payments: 'house' })
  const mia = await lapsed(club)
  const live = await club.follow(mia)
  const read = (slug: string) => club.call(mia, listPosts, { params: { slug }, query: {} })
  const say = (slug: string) =>
    club.call(mia, createPost, { params: { slug }, body: { id: uuid(), text: 'hi' } })
  expect([codeOf(await read('a')), codeOf(await say('a'))]).toEqual(['not_in_room', 'not_in_room'])
  expect([codeOf(await read('e')), codeOf(await say('e'))]).toEqual(['ok', 'ok'])
  const ready = live.events.find(({ type }) => type === 'ready')
  expect(JSON.stringify(ready)).not.toContain('"a"')
  live.close()
})

test('entering a room that rests wakes it where there is a place, and is refused where there is none', async () => {
  await using club = await openClub({ now: NOW, payments: 'house' })
  const mia = await lapsed(club)
  expect(codeOf(await enter(club, mia, 'a'))).toBe('room_limit_reached')
  await club.call(mia, leaveRoom, { params: { slug: 'e' } })
  expect(codeOf(await enter(club, mia, 'a'))).toBe('ok')
  expect(await roomsOf(club, mia)).toMatchObject({ awake: ['a', 'c', 'd'], resting: ['b'] })
  // and what rests can be left for good
  await club.call(mia, leaveRoom, { params: { slug: 'b' } })
  expect((await roomsOf(club, mia)).resting).toEqual([])
})

test('of tabs that wake rooms at once only as many succeed as there are places', async () => {
  await using club = await openClub({ now: NOW, payments: 'house' })
  const mia = await lapsed(club)
  await club.call(mia, leaveRoom, { params: { slug: 'e' } })
  const answers = await Promise.all(['a', 'b', 'a', 'b'].map((slug) => enter(club, mia, slug)))
  expect(new Set(answers.map(codeOf))).toEqual(new Set(['ok', 'room_limit_reached']))
  expect((await roomsOf(club, mia)).plan.used).toBe(3)
})

test('the member chooses which three stay; no more than three, and only their own', async () => {
  await using club = await openClub({ now: NOW, payments: 'house' })
  const mia = await lapsed(club)
  await club.room({ slug: 'elsewhere' })
  expect(codeOf(await keep(club, mia, ['a', 'b', 'c', 'd']))).toBe('rooms_to_keep')
  expect(codeOf(await keep(club, mia, ['a', 'elsewhere']))).toBe('rooms_to_keep')
  expect((await roomsOf(club, mia)).awake).toEqual(['c', 'd', 'e'])
  expect(codeOf(await keep(club, mia, ['a', 'b', 'e', 'e']))).toBe('ok')
  expect(await roomsOf(club, mia)).toMatchObject({
    awake: ['a', 'b', 'e'],
    resting: ['c', 'd'],
    plan: { used: 3 },
  })
  // the choice stands, whatever the clock does
  club.clock.advance({ days: 1 })
  await turn(club)
  expect((await roomsOf(club, mia)).awake).toEqual(['a', 'b', 'e'])
})

test('a choice and an entry at once never make a fourth room', async () => {
  await using club = await openClub({ now: NOW, payments: 'house' })
  const mia = await lapsed(club)
  await club.room({ slug: 'new' })
  await Promise.all([
    keep(club, mia, ['a', 'b']),
    enter(club, mia, 'new'),
    keep(club, mia, ['a', 'b', 'c']),
    enter(club, mia, 'new'),
  ])
  expect((await roomsOf(club, mia)).plan.used).toBeLessThanOrEqual(3)
})

test('a member who enters a room as their subscription ends has three rooms', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member({ subscribedUntil: '2999-01-01' })
  for (const slug of ['tresen', 'salon', 'dachterrasse']) await enter(club, mia, slug)
  await club.room({ slug: 'new' })
  const ending = await club.db.transaction(async (tx) => {
    await tx.run(sql`select from users where id = ${mia.userId} for no key update`)
    const entering = enter(club, mia, 'new')
    await untilSomebodyWaits(club)
    await tx.run(sql`delete from paid_access where user_id = ${mia.userId}`)
    return { entering }
  })
  expect(codeOf(await ending.entering)).toBe('room_limit_reached')
  expect((await roomsOf(club, mia)).plan).toMatchObject({ isSubscriber: false, used: 3 })
})

test('a room that opens again is dormant for members who filled its place, and for nobody else', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await club.member({ isAdmin: true })
  const [full, free, paying] = [
    await club.member(),
    await club.member(),
    await club.member({ subscribedUntil: '2999-01-01' }),
  ]
  const back = await club.room({ slug: 'back', isActive: false })
  for (const member of [full, free, paying]) await club.join(member, back)
  for (const slug of ['tresen', 'salon', 'dachterrasse'])
    for (const member of [full, paying]) await enter(club, member, slug)
  await enter(club, free, 'tresen')
  const params = { roomSlug: 'back' }
  expect((await club.call(admin, openRoom, { params, body: { isActive: true } })).ok).toBe(true)
  expect(await roomsOf(club, full)).toMatchObject({ resting: ['back'], plan: { used: 3 } })
  expect(await roomsOf(club, free)).toMatchObject({ resting: [], plan: { used: 2 } })
  expect(await roomsOf(club, paying)).toMatchObject({ resting: [], plan: { used: 4 } })
})

test('a room that Premium alone opens rests for who stopped paying while it was closed, and takes no place', async () => {
  await using club = await openClub({ now: NOW, payments: 'house' })
  const admin = await club.member({ isAdmin: true })
  const mia = await club.member({ verificationStatus: 'verified' })
  const paying = await club.member({ subscribedUntil: '2999-01-01' })
  const levels = { paid: 'paid', vip: 'vip' }
  for (const [slug, accessLevel] of Object.entries(levels)) await club.room({ slug, accessLevel })
  await subscribeMember(club, mia)
  for (const slug of Object.keys(levels)) await enter(club, mia, slug)
  await enter(club, paying, 'paid')
  const open = async (isActive: boolean) => {
    for (const roomSlug of Object.keys(levels)) {
      const body = { isActive }
      expect(codeOf(await club.call(admin, openRoom, { params: { roomSlug }, body }))).toBe('ok')
    }
  }
  await open(false)
  await club.call(mia, cancelSubscription, {})
  club.clock.set(END)
  await turn(club)
  Object.assign(admin, await club.session(admin))
  await open(true)
  const back = { ...mia, ...(await club.session(mia)) }
  expect(await roomsOf(club, back)).toMatchObject({
    awake: [],
    resting: ['paid', 'vip'],
    plan: { used: 0 },
  })
  const still = { ...paying, ...(await club.session(paying)) }
  expect(await roomsOf(club, still)).toMatchObject({ awake: ['paid'], resting: [] })
})

test('a room that turns to another level rests for who does not pay, and for who has no place for it', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await club.member({ isAdmin: true })
  const [mia, paying] = [await club.member(), await club.member({ subscribedUntil: '2999-01-01' })]
  await club.room({ slug: 'turning' })
  for (const member of [mia, paying]) await enter(club, member, 'turning')
  const turnTo = async (accessLevel: 'free' | 'paid') =>
    expect(
      await club.call(admin, saveRoom, { params: { roomSlug: 'turning' }, body: { accessLevel } }),
    ).toMatchObject({ answer: { accessLevel } })
  await turnTo('paid')
  expect(await roomsOf(club, mia)).toMatchObject({ resting: ['turning'], plan: { used: 0 } })
  expect(await roomsOf(club, paying)).toMatchObject({ awake: ['turning'], resting: [] })
  const slugs = ['tresen', 'salon', 'dachterrasse']
  for (const slug of slugs) expect(codeOf(await enter(club, mia, slug))).toBe('ok')
  await turnTo('free')
  expect(await roomsOf(club, mia)).toMatchObject({ resting: ['turning'], plan: { used: 3 } })
  expect(await roomsOf(club, paying)).toMatchObject({ awake: ['turning'], resting: [] })
})

test.each([
  ['turns to Premium', { accessLevel: 'paid' }, 'room_needs_subscription'],
  ['opens to who showed their papers', { accessLevel: 'club' }, 'room_needs_verification'],
  ['is closed', null, 'room_not_found'],
] as const)(
  'a member who enters a room at the moment it %s takes no place in it',
  async (_what, body, code) => {
    await using club = await openClub({ now: NOW })
    const admin = await club.member({ isAdmin: true })
    const mia = await club.member()
    await club.room({ slug: 'turning' })
    const { entering } = await club.db.transaction(async (tx) => {
      await tx.run(sql`select from users where id = ${mia.userId} for no key update`)
      const entering = enter(club, mia, 'turning')
      await untilSomebodyWaits(club)
      const params = { roomSlug: 'turning' }
      const turned = body
        ? await club.call(admin, saveRoom, { params, body })
        : await club.call(admin, openRoom, { params, body: { isActive: false } })
      expect(turned.ok).toBe(true)
      return { entering }
    })
    expect(codeOf(await entering)).toBe(code)
    expect(await roomsOf(club, mia)).toMatchObject({ awake: [], resting: [], plan: { used: 0 } })
  },
)

test('paying again wakes every room, and an open tab receives it', async () => {
  await using club = await openClub({ now: NOW, payments: 'house' })
  const mia = await lapsed(club)
  const live = await club.follow(mia)
  await subscribeMember(club, mia)
  await live.next('rooms')
  const { awake, resting } = await roomsOf(club, mia)
  expect({ awake, resting }).toEqual({ awake: ['a', 'b', 'c', 'd', 'e'], resting: [] })
  // a subscriber has nothing to choose
  expect(codeOf(await keep(club, mia, []))).toBe('ok')
  expect((await roomsOf(club, mia)).resting).toEqual([])
  live.close()
})
