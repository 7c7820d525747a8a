import { expect, test } from 'vitest'
import { createPost } from '#contract/posts/posts.ts'
import { enterRoom, leaveRoom, listRooms } from '#contract/rooms/rooms.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { uuid } from '#testing/random.ts'

const enter = (club: Club, member: TestMember | null, slug: string) =>
  club.call(member, enterRoom, { params: { slug } })
const leave = (club: Club, member: TestMember | null, slug: string) =>
  club.call(member, leaveRoom, { params: { slug } })
async function roomsOf(club: Club, member: TestMember) {
  const listed = await club.call(member, listRooms, {})
  if (!listed.ok) throw new Error(listed.code)
  return listed.answer
}
const roomOf = async (club: Club, member: TestMember, slug: string) =>
  (await roomsOf(club, member)).rooms.find((room) => room.slug === slug)

test('a fresh club has seven rooms: three free, two club, one premium, one vip', async () => {
  await using club = await openClub()
  const { rooms } = await roomsOf(club, await club.member())
  expect(rooms.map((room) => room.accessLevel)).toEqual([
    'free',
    'free',
    'free',
    'club',
    'club',
    'paid',
    'vip',
  ])
  for (const room of rooms) {
    expect(room.name).not.toBe('')
    expect(room.description).not.toBe('')
    expect(room.icon).not.toBe('')
  }
})

test('rooms are listed by age, and only those that are open', async () => {
  await using club = await openClub({ now: '2026-05-01T20:00:00Z' })
  const newer = await club.room({ slug: 'newer' })
  club.clock.set('2026-04-01T20:00:00Z')
  const older = await club.room({ slug: 'older' })
  await club.room({ slug: 'shut', isActive: false })

  const { rooms } = await roomsOf(club, await club.member())
  expect(rooms.slice(-2).map((room) => room.slug)).toEqual([older.slug, newer.slug])
})

test('a card says why a room is closed, and nothing when it opens', async () => {
  await using club = await openClub()
  await club.room({ slug: 'new-kind', accessLevel: 'platinum' })
  const { rooms } = await roomsOf(club, await club.member())
  expect(Object.fromEntries(rooms.map((room) => [room.accessLevel, room.entryRefusal]))).toEqual({
    free: null,
    club: 'room_needs_verification',
    paid: 'room_needs_subscription',
    vip: 'room_needs_both',
    unknown: 'room_closed',
  })
  const vip = await club.member({ verificationStatus: 'verified', subscribedUntil: '2999-01-01' })
  const all = await roomsOf(club, vip)
  expect(all.rooms.map((room) => room.entryRefusal).filter(Boolean)).toEqual(['room_closed'])
})

test('a member who waits to be admitted sees the rooms, and none of them opens', async () => {
  await using club = await openClub()
  const waiting = await club.member({ isAdmitted: false, verificationStatus: 'verified' })
  const { rooms } = await roomsOf(club, waiting)
  expect(new Set(rooms.map((room) => room.entryRefusal))).toEqual(new Set(['not_admitted']))
  expect(await enter(club, waiting, 'tresen')).toMatchObject({ status: 403, code: 'not_admitted' })
})

test('a card says how many members a room has and whether one belongs to it', async () => {
  await using club = await openClub()
  const [mia, tom] = [await club.member(), await club.member()]
  await enter(club, tom, 'tresen')
  expect(await roomOf(club, mia, 'tresen')).toMatchObject({ memberCount: 1, isMember: false })
  await enter(club, mia, 'tresen')
  expect(await roomOf(club, mia, 'tresen')).toMatchObject({ memberCount: 2, isMember: true })
})

test('entering makes a member once, however often it is repeated', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const entries = await Promise.all(Array.from({ length: 10 }, () => enter(club, mia, 'salon')))
  for (const entry of entries)
    expect(entry).toMatchObject({
      ok: true,
      answer: { room: { slug: 'salon', isMember: true, memberCount: 1, entryRefusal: null } },
    })
})

test.each([
  ['kaminzimmer', 'room_needs_verification'],
  ['loge', 'room_needs_subscription'],
  ['blaue-stunde', 'room_needs_both'],
  ['platinum', 'room_closed'],
  ['shut', 'room_not_found'],
  ['nowhere', 'room_not_found'],
] as const)('entering %s is refused with %s, and makes no member', async (slug, code) => {
  await using club = await openClub()
  await club.room({ slug: 'platinum', accessLevel: 'platinum' })
  await club.room({ slug: 'shut', isActive: false })
  const mia = await club.member()
  expect(await enter(club, mia, slug)).toMatchObject({ ok: false, code })
  expect((await roomsOf(club, mia)).plan.used).toBe(0)
})

test('a visitor and a suspended member neither see, enter nor leave rooms', async () => {
  await using club = await openClub()
  const tom = await club.member({ suspendedUntil: '2999-01-01T00:00:00Z' })
  for (const [who, code] of [
    [null, 'not_signed_in'],
    [tom, 'suspended'],
  ] as const) {
    expect(await club.call(who, listRooms, {})).toMatchObject({ code })
    expect(await enter(club, who, 'tresen')).toMatchObject({ code })
    expect(await leave(club, who, 'tresen')).toMatchObject({ code })
  }
})

test('on the Free plan a fourth room is refused until one is left', async () => {
  await using club = await openClub()
  const fourth = await club.room()
  const mia = await club.member()
  for (const slug of ['tresen', 'salon', 'dachterrasse']) await enter(club, mia, slug)

  expect(await enter(club, mia, fourth.slug)).toMatchObject({
    status: 403,
    code: 'room_limit_reached',
  })
  expect((await roomsOf(club, mia)).plan).toEqual({ isSubscriber: false, used: 3, limit: 3 })
  expect(await enter(club, mia, 'salon')).toMatchObject({ ok: true })

  await leave(club, mia, 'salon')
  expect((await roomsOf(club, mia)).plan.used).toBe(2)
  expect(await enter(club, mia, fourth.slug)).toMatchObject({ ok: true })
})

test('a room that was closed takes no place', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const shut = await club.room({ isActive: false })
  await club.join(mia, shut)
  expect((await roomsOf(club, mia)).plan.used).toBe(0)
  for (const slug of ['tresen', 'salon', 'dachterrasse'])
    expect(await enter(club, mia, slug)).toMatchObject({ ok: true })
})

test('20 entries at once never make a Free member of more than three rooms', async () => {
  await using club = await openClub()
  const second = await club.secondServer()
  const free = ['tresen', 'salon', 'dachterrasse']
  for (let extra = 0; extra < 4; extra += 1) free.push((await club.room()).slug)
  const mia = await club.member()

  const entries = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      club.call(
        mia,
        enterRoom,
        { params: { slug: free[n % 7]! } },
        { url: n % 2 ? second.url : club.url },
      ),
    ),
  )
  const { plan } = await roomsOf(club, mia)
  expect(plan.used).toBe(3)
  expect(new Set(entries.flatMap((entry) => (entry.ok ? [entry.answer.room.slug] : []))).size).toBe(
    3,
  )
  expect(new Set(entries.flatMap((entry) => (entry.ok ? [] : [entry.code])))).toEqual(
    new Set(['room_limit_reached']),
  )
})

test('a subscriber enters as many rooms as they may', async () => {
  await using club = await openClub()
  const mia = await club.member({ verificationStatus: 'verified', subscribedUntil: '2999-01-01' })
  const { rooms } = await roomsOf(club, mia)
  for (const { slug } of rooms) expect(await enter(club, mia, slug)).toMatchObject({ ok: true })
  expect((await roomsOf(club, mia)).plan).toEqual({ isSubscriber: true, used: 7, limit: null })
})

test('a subscription that ran out opens nothing more', async () => {
  await using club = await openClub({ now: '2026-05-01T20:00:00Z' })
  const mia = await club.member({ subscribedUntil: '2026-05-02T20:00:00Z' })
  expect(await enter(club, mia, 'loge')).toMatchObject({ ok: true })
  await leave(club, mia, 'loge')
  club.clock.advance({ days: 1 })
  expect(await enter(club, mia, 'loge')).toMatchObject({ code: 'room_needs_subscription' })
})

test('leaving is possible without being there, and after losing the right to enter', async () => {
  await using club = await openClub()
  const mia = await club.member({ verificationStatus: 'verified' })
  expect(await leave(club, mia, 'salon')).toMatchObject({ ok: true })
  expect(await leave(club, mia, 'nowhere')).toMatchObject({ code: 'room_not_found' })

  await enter(club, mia, 'kaminzimmer')
  await club.db.run(sql`
    update profiles set verification_status = 'none', verification_method = 'none', verified_at = null
    where id = ${mia.userId}`)
  expect(await roomOf(club, mia, 'kaminzimmer')).toMatchObject({
    isMember: true,
    entryRefusal: 'room_needs_verification',
  })
  expect(await leave(club, mia, 'kaminzimmer')).toMatchObject({ ok: true })
  expect(await roomOf(club, mia, 'kaminzimmer')).toMatchObject({ isMember: false })
})

test('everyone gets the same icebreaker in every room, until midnight in Berlin', async () => {
  await using club = await openClub({ now: '2026-10-24T21:59:59Z' })
  const [mia, tom] = [await club.member(), await club.member()]
  const asked = async (member: TestMember, slug: string) => {
    const entry = await enter(club, member, slug)
    return entry.ok ? entry.answer.icebreaker : null
  }
  const today = await asked(mia, 'tresen')
  expect(today?.question.de).toMatch(/[?.]$/)
  expect(today?.question.en).toMatch(/[?.]$/)
  expect(await asked(tom, 'salon')).toEqual(today)

  club.clock.set('2026-10-24T22:00:00Z')
  const tomorrow = await asked(mia, 'tresen')
  expect(tomorrow).not.toEqual(today)
  // the night the clocks go back: still the same day 24 hours and a half later
  club.clock.set('2026-10-25T22:30:00Z')
  expect(await asked(mia, 'tresen')).toEqual(tomorrow)
})

test('60 questions in both languages ship with the club', async () => {
  await using club = await openClub()
  const questions = await club.db.rows<{ de: string; en: string }>(
    sql`select de, en from icebreakers`,
  )
  expect(questions).toHaveLength(60)
  expect(new Set(questions.map(({ de }) => de)).size).toBe(60)
  expect(new Set(questions.map(({ en }) => en)).size).toBe(60)
})

test('a new member is marked as new until they have posted, anywhere, or a week has gone by', async () => {
  await using club = await openClub({ now: '2026-05-01T20:00:00Z' })
  const [bar, lounge] = [await club.room(), await club.room()]
  const [mia, ben] = [await club.member(), await club.member()]
  const yetToSpeak = async (member: TestMember, slug: string) => {
    const entered = await enter(club, member, slug)
    if (!entered.ok) throw new Error(entered.code)
    return entered.answer.hasYetToSpeak
  }
  expect(await yetToSpeak(mia, bar.slug)).toBe(true)
  expect(await yetToSpeak(mia, bar.slug)).toBe(true)
  const said = { id: uuid(), text: 'Guten Abend.' }
  const posted = await club.call(mia, createPost, { params: { slug: bar.slug }, body: said })
  expect(posted.ok).toBe(true)
  expect(await yetToSpeak(mia, lounge.slug)).toBe(false)

  // silent for a week, and at home by then, verified or not
  expect(await yetToSpeak(ben, lounge.slug)).toBe(true)
  club.clock.set('2026-05-09T20:00:00Z')
  expect(await yetToSpeak(ben, lounge.slug)).toBe(false)
})

test('a member who leaves, or finds the room closed, while coming in reads of no limit', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const { id, slug } = await club.room()
  const entering = await club.db.transaction(async (tx) => {
    await tx.run(sql`select from users where id = ${mia.userId} for no key update`)
    const asked = enter(club, mia, slug)
    await untilSomebodyWaits(club)
    await tx.run(sql`update rooms set is_active = false where id = ${id}`)
    return [asked]
  })
  expect(await entering[0]).toMatchObject({ code: 'room_not_found' })
  await club.db.run(sql`update rooms set is_active = true where id = ${id}`)
  const codes = await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      const response = await (n % 2 ? leave : enter)(club, mia, slug)
      return response.ok ? 'ok' : response.code
    }),
  )
  expect(new Set(codes)).toEqual(new Set(['ok']))
})
