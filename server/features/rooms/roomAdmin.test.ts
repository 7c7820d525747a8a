import { expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import {
  createRoom,
  listAllRooms,
  moveRoom,
  openRoom,
  saveRoom,
} from '#contract/rooms/roomAdmin.ts'
import { enterRoom, listRooms } from '#contract/rooms/rooms.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { post } from '#testing/fixtures/listening.ts'

const codeOf = (answer: { ok: boolean; code?: string }) => (answer.ok ? 'ok' : (answer.code ?? ''))
const garden: InputOf<typeof createRoom>['body'] = {
  slug: 'wintergarten',
  name: 'Wintergarten',
  description: 'Viel Grün, wenig Lärm.',
  icon: 'moon',
  accessLevel: 'free',
  slowSeconds: 30,
}
const { slug: _, ...fields } = garden
const params = { roomSlug: 'wintergarten' }
const within = { params: { slug: 'wintergarten' } }

async function slugsOf(club: Club, who: TestMember): Promise<string[]> {
  const seen = await club.call(who, listRooms, {})
  if (!seen.ok) throw new Error(seen.code)
  return seen.answer.rooms.map(({ slug }) => slug)
}

test('a room is made closed and last, opened, renamed, and closed again', async () => {
  await using club = await openClub()
  const [anna, mia] = [await club.member({ isAdmin: true }), await club.member()]
  const made = await club.call(anna, createRoom, { body: garden })
  expect(made.ok && made.answer).toEqual({ ...garden, isActive: false, memberCount: 0 })
  expect(await slugsOf(club, mia)).not.toContain('wintergarten')
  expect(codeOf(await club.call(mia, enterRoom, within))).toBe('room_not_found')

  await club.call(anna, openRoom, { params, body: { isActive: true } })
  expect((await slugsOf(club, mia)).at(-1)).toBe('wintergarten')
  expect(codeOf(await club.call(mia, enterRoom, within))).toBe('ok')
  const saved = await club.call(anna, saveRoom, {
    params,
    body: { ...fields, name: '  Orangerie ', icon: 'stars' },
  })
  expect(saved).toMatchObject({
    answer: { slug: 'wintergarten', name: 'Orangerie', memberCount: 1 },
  })

  await club.call(anna, openRoom, { params, body: { isActive: false } })
  expect(await slugsOf(club, mia)).not.toContain('wintergarten')
  const acts = await club.app.db.rows<{ action: string }>(
    sql`select action from audit where actor_id = ${anna.userId} order by id`,
  )
  expect(acts.map(({ action }) => action)).toEqual([
    'room_created',
    'room_opened',
    'room_changed',
    'room_closed',
  ])
})

test('two admins who change different things of a room overwrite nothing of each other', async () => {
  await using club = await openClub()
  const [anna, bert] = [await club.member({ isAdmin: true }), await club.member({ isAdmin: true })]
  await club.call(anna, createRoom, { body: garden })
  const save = (who: TestMember, body: Partial<typeof fields>) =>
    club.call(who, saveRoom, { params, body })
  await Promise.all([save(anna, { slowSeconds: 600 }), save(bert, { name: 'Orangerie' })])
  expect(await save(anna, { accessLevel: 'club' })).toMatchObject({
    answer: { ...garden, slowSeconds: 600, name: 'Orangerie', accessLevel: 'club' },
  })
})

test('a slug is given once, also to two admins at once', async () => {
  await using club = await openClub()
  const admins = [await club.member({ isAdmin: true }), await club.member({ isAdmin: true })]
  const answers = await Promise.all(
    admins.map((admin) => club.call(admin, createRoom, { body: garden })),
  )
  expect(answers.map(codeOf).sort()).toEqual(['23505', 'ok'])
  expect(
    codeOf(await club.call(admins[0]!, createRoom, { body: { ...garden, slug: 'tresen' } })),
  ).toBe('23505')
})

test('a member whom the new level shuts out receives nothing of the room from then on', async () => {
  await using club = await openClub()
  const second = await club.secondServer()
  const anna = await club.member({ isAdmin: true })
  const verified = await club.member({ verificationStatus: 'verified' })
  const mia = await club.member()
  const room = await club.room({ slug: 'wintergarten' })
  for (const member of [verified, mia]) await club.join(member, room)
  const streams = [await club.follow(mia), await club.follow(mia, second.url)]
  for (const stream of streams) await stream.next('ready')
  const saved = await club.call(anna, saveRoom, {
    params,
    body: { ...fields, accessLevel: 'club' },
  })
  expect(saved.ok).toBe(true)
  for (const stream of streams) {
    await stream.next('rooms')
    expect(await stream.next('ready')).toMatchObject({ rooms: [] })
  }
  await post(club, verified, room)
  expect(streams.flatMap(({ events }) => events).filter(({ type }) => type === 'post')).toEqual([])
  // and of a room that is closed nobody hears
  const stream = await club.follow(verified)
  expect(await stream.next('ready')).toMatchObject({ rooms: [{ slug: 'wintergarten' }] })
  await club.call(anna, openRoom, { params, body: { isActive: false } })
  await stream.next('rooms')
  expect(await stream.next('ready')).toMatchObject({ rooms: [] })
})

test('that a room’s pause is lifted is told to everybody in it, at every server', async () => {
  await using club = await openClub()
  const second = await club.secondServer()
  const [anna, mia] = [await club.member({ isAdmin: true }), await club.member()]
  await club.join(mia, await club.room({ slug: 'wintergarten' }))
  const save = (slowSeconds: number) => club.call(anna, saveRoom, { params, body: { slowSeconds } })
  await save(600)
  const streams = [await club.follow(mia), await club.follow(mia, second.url)]
  for (const stream of streams) await stream.next('ready')
  expect(await save(0)).toMatchObject({ answer: { slowSeconds: 0 } })
  for (const stream of streams) await stream.next('rooms')
})

test('rooms are moved up and down by one place or by many; the ends stay', async () => {
  await using club = await openClub()
  const [anna, mia] = [await club.member({ isAdmin: true }), await club.member()]
  const seeded = await slugsOf(club, mia)
  const move = async (slug: string, direction: 'up' | 'down', places?: number, from?: number) => {
    const moved = await club.call(anna, moveRoom, {
      params: { roomSlug: slug },
      body: { direction, places, from },
    })
    return moved.ok ? moved.answer.rooms.map((room) => room.slug) : moved.code
  }
  const [first = '', next = '', ...rest] = seeded
  expect(await move(first, 'up')).toEqual(seeded)
  expect(await move(first, 'down')).toEqual([next, first, ...rest])
  expect(await slugsOf(club, mia)).toEqual([next, first, ...rest])
  expect(await move(first, 'up')).toEqual(seeded)
  expect(await move(seeded.at(-1)!, 'down')).toEqual(seeded)
  // as far as one drags it, in one step of the log
  const traces = async () =>
    (
      await club.db.rows<{ place: number }>(
        sql`select (details->>'place')::int as place from audit where action = 'rooms_ordered' order by id`,
      )
    ).map(({ place }) => place)
  const before = await traces()
  expect(await move(first, 'down', 3)).toEqual([...seeded.slice(1, 4), first, ...seeded.slice(4)])
  expect(await slugsOf(club, mia)).toEqual([...seeded.slice(1, 4), first, ...seeded.slice(4)])
  expect(await move(first, 'up', 1_000)).toEqual(seeded)
  expect(await move(first, 'down', 1_000)).toEqual([...seeded.slice(1), first])
  expect((await traces()).slice(before.length)).toEqual([4, 1, seeded.length])
  // sent again after an answer that was lost
  const last = seeded.length - 1
  for (let times = 0; times < 2; times += 1)
    expect(await move(first, 'up', 1, last)).toEqual([...seeded.slice(1, -1), first, seeded[last]])
  expect((await traces()).slice(before.length)).toEqual([4, 1, seeded.length, last])
  expect(await move(first, 'up', 0)).toBe('invalid_input')
  expect(await move('nowhere', 'down')).toBe('room_not_found')
})

test('two admins who put rooms in order at once lose none, nor do those who post meanwhile', async () => {
  await using club = await openClub({ config: { limitsFactor: 100 } })
  const admins = [await club.member({ isAdmin: true }), await club.member({ isAdmin: true })]
  const mia = await club.member()
  const seeded = await slugsOf(club, mia)
  const tresen = await club.app.db.row<{ id: string; slug: string }>(
    sql`select id, slug from rooms where slug = 'tresen'`,
  )
  await club.join(mia, tresen!)
  const moves = admins.flatMap((admin) =>
    ['salon', 'loge', 'tanzsaal'].map((slug) =>
      club.call(admin, moveRoom, { params: { roomSlug: slug }, body: { direction: 'up' } }),
    ),
  )
  const posts = Array.from({ length: 10 }, () => post(club, mia, tresen!))
  expect((await Promise.all(moves)).every(({ ok }) => ok)).toBe(true)
  await Promise.all(posts)
  expect((await slugsOf(club, mia)).toSorted()).toEqual(seeded.toSorted())
  const listed = await club.call(admins[0]!, listAllRooms, {})
  expect(listed.ok && listed.answer.rooms).toHaveLength(seeded.length)
})
