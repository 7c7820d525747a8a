import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import { publish } from '#server/platform/database/events.ts'
import { openClub } from '#testing/club/club.ts'
import { enter, leave, numbers, post, openRoomWithMembers } from '#testing/fixtures/listening.ts'
import { suspend } from '#testing/moderation/statements.ts'
import { withoutClocks } from '#testing/club/clocks.ts'

test('a member who is not in a room receives nothing of it', async () => {
  await using club = await openClub()
  const { room, guests } = await openRoomWithMembers(club, 1)
  const stranger = await club.member()
  const waiting = await club.member({ isAdmitted: false })
  await club.join(waiting, room)
  const [own, other, waits] = await Promise.all(
    [guests[0]!, stranger, waiting].map((member) => club.follow(member)),
  )
  expect(await other!.next('ready')).toMatchObject({ rooms: [] })
  expect(await waits!.next('ready')).toMatchObject({ rooms: [] })
  await own!.next('ready')
  await post(club, guests[0]!, room)
  await own!.next('post')
  expect(other!.events).toHaveLength(1)
  expect(waits!.events).toHaveLength(1)
})

test('a visitor and a suspended member get no stream', async () => {
  await using club = await openClub()
  const tom = await club.member({ suspendedUntil: '2999-01-01T00:00:00Z' })
  await expect(club.follow({ cookie: '' })).rejects.toThrow('401')
  await expect(club.follow(tom)).rejects.toThrow('403')
})

test('a room entered in another tab is heard from then on', async () => {
  await using club = await openClub()
  const second = await club.secondServer()
  const { room, guests } = await openRoomWithMembers(club, 1)
  await post(club, guests[0]!, room)
  const mia = await club.member()
  const listener = await club.follow(mia, second.url)
  expect(await listener.next('ready')).toMatchObject({ rooms: [] })
  await enter(club, mia, room)
  await listener.next('rooms')
  expect(await listener.next('ready')).toMatchObject({ rooms: [{ slug: room.slug, latest: 1 }] })
  await post(club, guests[0]!, room)
  expect(await listener.next('post')).toMatchObject({ number: 2 })
})

test('nothing posted after leaving a room is heard, at any server, however close', async () => {
  await using club = await openClub({ config: { limitsFactor: 100 } })
  const second = await club.secondServer()
  const { room, guests } = await openRoomWithMembers(club, 2)
  const [mia, tom] = [guests[0]!, guests[1]!]
  const listeners = [await club.follow(mia), await club.follow(mia, second.url)]
  for (const listener of listeners) await listener.next('ready')

  for (let round = 0; round < 15; round += 1) {
    const before = await post(club, tom, room)
    const leaving = leave(club, mia, room).then(() => post(club, tom, room, second.url))
    const after = await leaving
    for (const listener of listeners) {
      await listener.next('rooms')
      expect(await listener.next('ready')).toMatchObject({ rooms: [] })
      expect(numbers(listener.events).filter((number) => number > before.number)).not.toContain(
        after.number,
      )
    }
    await enter(club, mia, room)
    for (const listener of listeners) {
      await listener.next('rooms')
      expect(await listener.next('ready')).toMatchObject({ rooms: [{ latest: after.number }] })
    }
  }
})

test('a member who may no longer enter a room hears nothing more of it', async () => {
  await using club = await openClub()
  const room = await club.room({ accessLevel: 'club' })
  const mia = await club.member({ verificationStatus: 'verified' })
  const tom = await club.member({ verificationStatus: 'verified' })
  for (const member of [mia, tom]) await club.join(member, room)
  const listener = await club.follow(mia)
  expect(await listener.next('ready')).toMatchObject({ rooms: [{ slug: room.slug }] })

  await club.db.transaction(async (tx) => {
    await tx.run(sql`
      update profiles set verification_status = 'rejected', verified_at = null,
        verification_method = 'none' where id = ${mia.userId}`)
    await publish(tx, { kind: 'member_changed', userId: mia.userId })
  })
  const made = await post(club, tom, room)
  await listener.next('rooms')
  expect(await listener.next('ready')).toMatchObject({ rooms: [] })
  expect(made.number).toBe(1)
  expect(numbers(listener.events)).toEqual([])
})

test('a room that closes, or needs a higher level, falls silent for members shut out, and comes back', async () => {
  await using club = await openClub()
  const second = await club.secondServer()
  const { room, guests } = await openRoomWithMembers(club, 1)
  const listener = await club.follow(guests[0]!, second.url)
  await listener.next('ready')
  for (const [change, isHeard] of [
    [sql`access_level = 'club'`, false],
    [sql`access_level = 'free'`, true],
    [sql`is_active = false`, false],
  ] as const) {
    await club.db.run(sql`update rooms set ${change} where id = ${room.id}`)
    await listener.next('rooms')
    expect(await listener.next('ready')).toMatchObject({
      rooms: isHeard ? [{ slug: room.slug }] : [],
    })
  }
})

test('a subscription that runs out while listening closes its rooms', async () => {
  await using club = await openClub({ now: '2026-05-01T20:00:00Z' })
  const mia = await club.member({ subscribedUntil: '2026-05-01T21:00:00Z' })
  await club.join(mia, await club.room({ slug: 'premium', accessLevel: 'paid' }))
  const listener = await club.follow(mia)
  expect(await listener.next('ready')).toMatchObject({ rooms: [{ slug: 'premium' }] })
  club.clock.advance({ hours: 1 })
  await listener.next('rooms')
  expect(await listener.next('ready')).toMatchObject({ rooms: [] })
})

test('a session that is revoked ends its streams at once, and no others', async () => {
  await using club = await withoutClocks(openClub)
  const second = await withoutClocks(() => club.secondServer())
  const { room, guests } = await openRoomWithMembers(club, 1)
  const mia = guests[0]!
  const other = await club.session(mia)
  const ended = [await club.follow(mia), await club.follow(mia, second.url)]
  const keptStream = await club.follow(other, second.url)
  for (const listener of [...ended, keptStream]) await listener.next('ready')

  await club.db.transaction(async (tx) => {
    await tx.run(sql`delete from sessions where id = ${mia.sessionId}`)
    await publish(tx, { kind: 'sessions_ended', sessionIds: [mia.sessionId] })
  })
  await Promise.all(ended.map((listener) => listener.closed))
  for (const listener of ended) expect(listener.events.at(-1)).toEqual({ type: 'session_ended' })

  await post(club, other, room)
  expect(await keptStream.next('post')).toMatchObject({ number: 1 })
  for (const listener of ended) expect(numbers(listener.events)).toEqual([])
})

test('a session that expires ends its streams; one that was extended goes on', async () => {
  await using club = await openClub({ now: '2026-05-01T20:00:00Z' })
  const { room, guests } = await openRoomWithMembers(club, 2)
  const [mia, tom] = [guests[0]!, guests[1]!]
  const [ending, going] = [await club.follow(mia), await club.follow(tom)]
  for (const listener of [ending, going]) await listener.next('ready')
  await club.db.run(sql`
    update sessions set expires_at = '2026-07-01T20:00:00Z' where id = ${tom.sessionId}`)
  club.clock.advance({ days: 30 })
  await ending.closed
  expect(ending.events.at(-1)).toEqual({ type: 'session_ended' })
  await going.next('ready')
  await post(club, tom, room)
  expect(await going.next('post')).toMatchObject({ number: 1 })
})

test('a suspension ends the streams of the member', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const listener = await club.follow(mia)
  await listener.next('ready')
  await club.db.transaction(async (tx) => {
    await suspend(tx, mia.userId, '2999-01-01')
    await publish(tx, { kind: 'member_changed', userId: mia.userId })
  })
  await listener.closed
  expect(listener.events.map(({ type }) => type)).toEqual(['ready', 'rooms'])
  await expect(club.follow(mia)).rejects.toThrow('403')
})
