import { expect, test } from 'vitest'
import { logIn } from '#contract/accounts/auth.ts'
import { getSession } from '#contract/accounts/session.ts'
import { signUp } from '#contract/admission/signup.ts'
import { listPosts } from '#contract/posts/posts.ts'
import { addPhoto, orderPhotos, removePhoto } from '#contract/members/ownPhotos.ts'
import { getMember, saveProfile } from '#contract/members/profiles.ts'
import { enterRoom, leaveRoom, listRooms } from '#contract/rooms/rooms.ts'
import { sql } from '#server/platform/database/database.ts'
import { readSetCookies } from '#testing/club/call.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { give, withdraw } from '#testing/privacy/consents.ts'
import { lounge, openLounge } from '#testing/fixtures/lounge.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'
import { insertPhoto, photo, see } from '#testing/fixtures/photos.ts'

const REFUSED = { ok: false, status: 403, code: 'consent_required' }

test('without consent no room is entered, read, written in or listened to, and no photo added', async () => {
  await using opened = await openLounge()
  const { club, guest, post, list } = opened
  const tom = await guest()
  for (let times = 0; times < 3; times += 1) await post(tom)
  const mia = await guest({ hasConsent: false })
  const stream = await club.follow(mia)
  expect(await stream.next('ready')).toMatchObject({ rooms: [] })
  const page = (query: object) => club.call(mia, listPosts, { params: lounge, query })
  const guarded = [
    () => club.call(mia, enterRoom, { params: lounge }),
    () => list(mia),
    () => page({ after: 1 }),
    () => page({ before: 3 }),
    () => post(mia),
    async () => club.call(mia, addPhoto, { file: await photo() }),
  ]
  for (const act of guarded) expect(await act()).toMatchObject(REFUSED)
  expect((await post(tom)).ok).toBe(true)
  expect(stream.events).toHaveLength(1)

  expect((await give(club, mia)).ok).toBe(true)
  for (const act of guarded) expect(await act()).toMatchObject({ ok: true, status: 200 })
  await stream.next('rooms')
  expect(await stream.next('ready')).toMatchObject({ rooms: [{ slug: lounge.slug }] })

  expect((await withdraw(club, mia)).ok).toBe(true)
  for (const act of guarded) expect(await act()).toMatchObject(REFUSED)
  await expect.poll(() => stream.events.at(-1)).toMatchObject({ type: 'ready', rooms: [] })
  const { length } = stream.events
  expect((await post(tom)).ok).toBe(true)
  await club.app.bus.flush()
  expect(stream.events).toHaveLength(length)
})

test('a card does not close for want of consent, and every other reason is told first', async () => {
  await using club = await openClub()
  const mia = await club.member({ hasConsent: false })
  const listed = await club.call(mia, listRooms, {})
  if (!listed.ok) throw new Error(listed.code)
  expect(listed.answer.rooms.map(({ entryRefusal }) => entryRefusal)).toEqual([
    null,
    null,
    null,
    'room_needs_verification',
    'room_needs_verification',
    'room_needs_subscription',
    'room_needs_both',
  ])
  const enter = (slug: string) => club.call(mia, enterRoom, { params: { slug } })
  expect(await enter('nowhere')).toMatchObject({ code: 'room_not_found' })
  expect(await enter('kaminzimmer')).toMatchObject({ code: 'room_needs_verification' })
  expect(await enter('tresen')).toMatchObject({ code: 'consent_required' })
  const waiting = await club.member({ hasConsent: false, isAdmitted: false })
  expect(await club.call(waiting, enterRoom, { params: { slug: 'tresen' } })).toMatchObject({
    code: 'not_admitted',
  })
})

test('no bio is kept before its consent, neither from sign-up nor from the profile', async () => {
  await using club = await openClub({ config: { emailConfirmation: 'off' } })
  const { body } = newcomer({ bio: 'Nachts am Klavier.' })
  expect((await club.call(null, signUp, { body })).ok).toBe(true)
  const { email, password } = body
  const { headers } = await club.call(null, logIn, { body: { email, password } })
  const mia = { cookie: readSetCookies(headers) }
  const session = await club.call(mia, getSession, {})
  if (!session.ok || !session.answer.session) throw new Error('no session')
  expect(session.answer.session).toMatchObject({ hasContentConsent: false, termsDue: null })

  const memberId = session.answer.session.userId
  const tom = await club.member()
  const bioFor = async (who: { cookie: string }) => {
    const page = await club.call(who, getMember, { params: { memberId } })
    return page.ok ? page.answer.bio : page.code
  }
  const { username, city, bio } = body
  const save = (more: object) =>
    club.call(mia, saveProfile, { body: { username, city, bio, ...more } })
  expect(await bioFor(mia)).toBeNull()
  expect(await save({})).toMatchObject({ code: 'consent_required' })
  expect(await save({ bio: null, city: 'Kiel' })).toMatchObject({ answer: { city: 'Kiel' } })
  expect(await bioFor(mia)).toBeNull()
  const [stored] = await club.db.rows<{ text: string }>(
    sql`select to_jsonb(p)::text as text from profiles p where p.id = ${memberId}`,
  )
  expect(stored?.text).not.toContain('Klavier')

  await give(club, mia)
  expect(await save({})).toMatchObject({ answer: { bio } })
  expect(await bioFor(tom)).toBe('Nachts am Klavier.')
  await withdraw(club, mia)
  // hidden is not deleted: what stands may stay or go, and nothing new comes
  expect(await save({ city: 'Köln' })).toMatchObject({ answer: { bio, city: 'Köln' } })
  expect(await save({ bio: 'Anders.' })).toMatchObject({ code: 'consent_required' })
  await give(club, mia)
  expect(await club.call(mia, getSession, {})).toMatchObject({
    answer: { session: { hasContentConsent: true } },
  })
})

/** All that others can learn of what a member shows and writes. */
async function shownOf(club: Club, who: TestMember, of: TestMember, photoId: string, url: string) {
  const page = async (query: object) => {
    const got = await club.call(who, listPosts, { params: lounge, query }, { url })
    if (!got.ok) throw new Error(got.code)
    return got.answer
  }
  const pages = await Promise.all([page({}), page({ after: 0 }), page({ before: 100 })])
  const stream = await club.follow(who, url)
  const ready = await stream.next('ready')
  stream.close()
  const member = await club.call(who, getMember, { params: { memberId: of.userId } }, { url })
  if (!member.ok) throw new Error(member.code)
  const seen = await see(club, who, { memberId: of.userId, photoId, size: '320' })
  return {
    spoken: pages.map(({ from, to, latest }) => [from, to, latest]),
    latest: ready.rooms.map(({ latest }) => latest),
    posts: pages.map(({ posts }) => posts.map(({ number }) => number)),
    portraits: new Set(pages.flatMap(({ posts }) => posts.map(({ author }) => author.portrait))),
    bio: member.answer.bio,
    photos: member.answer.photos,
    photo: seen.status,
  }
}

test('after withdrawal nothing of it is in any answer to another member, at any server, and consenting again brings it back', async () => {
  await using opened = await openLounge()
  const { club, guest, post } = opened
  const second = await club.secondServer()
  const [mia, tom] = [await guest(), await guest()]
  await club.db.run(sql`update profiles set bio = 'Nachts am Klavier.' where id = ${mia.userId}`)
  const photoId = await insertPhoto(club, mia.userId)
  await club.app.bus.flush()
  for (const who of [mia, tom, mia, mia]) await post(who)
  const everywhere = async (who: TestMember) => {
    await second.app.bus.flush()
    const [here, there] = await Promise.all(
      [club.url, second.url].map((url) => shownOf(club, who, mia, photoId, url)),
    )
    expect(there).toEqual(here)
    return here!
  }
  const spoken = [
    [1, 4, 4],
    [1, 4, 4],
    [1, 4, 4],
  ]
  const whole = {
    spoken,
    latest: [4],
    posts: [
      [4, 3, 2, 1],
      [4, 3, 2, 1],
      [4, 3, 2, 1],
    ],
    portraits: new Set([photoId, null]),
    bio: 'Nachts am Klavier.',
    photos: [photoId],
    photo: 200,
  }
  expect(await everywhere(tom)).toEqual(whole)

  for (let times = 0; times < 3; times += 1) {
    const streams = await Promise.all([club.follow(tom), club.follow(tom, second.url)])
    for (const stream of streams) await stream.next('ready')
    expect((await withdraw(club, mia)).ok).toBe(true)
    expect(await everywhere(tom)).toEqual({
      spoken,
      latest: [4],
      posts: [[2], [2], [2]],
      portraits: new Set([null]),
      bio: null,
      photos: [],
      photo: 404,
    })
    // who has the room open is told to compare
    for (const stream of streams) {
      expect(await stream.next('ready')).toMatchObject({ rooms: [{ latest: 4 }] })
      stream.close()
    }
    const own = await club.call(mia, getMember, { params: { memberId: mia.userId } })
    expect(own).toMatchObject({ answer: { bio: 'Nachts am Klavier.', photos: [photoId] } })
    expect((await see(club, mia, { memberId: mia.userId, photoId })).status).toBe(200)

    expect((await give(club, mia, 'content', { url: second.url })).ok).toBe(true)
    await club.app.bus.flush()
    expect(await everywhere(tom)).toEqual(whole)
  }
})

test('what was posted before a withdrawal is a bare number to members who were away meanwhile', async () => {
  await using opened = await openLounge()
  const { club, guest, post } = opened
  const [mia, tom] = [await guest(), await guest()]
  await post(tom)
  await post(mia)
  await withdraw(club, mia)
  await post(tom)
  const caughtUp = await club.call(tom, listPosts, { params: lounge, query: { after: 1 } })
  expect(caughtUp).toMatchObject({
    answer: { from: 2, to: 3, latest: 3, posts: [{ number: 3 }] },
  })
})

test('an id of a hidden post is taken all the same, and tells nothing of it', async () => {
  await using opened = await openLounge()
  const { club, guest, post } = opened
  const [mia, tom] = [await guest(), await guest()]
  const made = await post(mia, { text: 'only for those who may' })
  if (!made.ok) throw new Error(made.code)
  await withdraw(club, mia)
  const again = { id: made.answer.id, text: 'me too' }
  expect(await post(tom, again)).toMatchObject({ code: '23505', body: { code: '23505' } })
  expect(await post(mia, again)).toMatchObject(REFUSED)
  await give(club, mia)
  expect(await post(mia, again)).toMatchObject({ answer: made.answer })
})

test('a member who withdraws consent while posting elsewhere leaves nothing to be seen', async () => {
  await using opened = await openLounge({ config: { limitsFactor: 1000 } })
  const { club, room, guest, post } = opened
  const second = await club.secondServer()
  const [mia, tom] = [await guest(), await guest()]
  for (let round = 0; round < 5; round += 1) {
    const talking = Array.from({ length: 8 }, (_, index) =>
      post(mia, {}, lounge, index % 2 ? club.url : second.url),
    )
    const [withdrawn, ...talked] = await Promise.all([withdraw(club, mia), ...talking])
    expect(withdrawn.ok).toBe(true)
    for (const one of talked)
      if (!one.ok) expect(['consent_required', 'unavailable']).toContain(one.code)
    await second.app.bus.flush()
    for (const url of [club.url, second.url]) {
      const query = { after: 0 }
      const page = await club.call(tom, listPosts, { params: lounge, query }, { url })
      expect(page).toMatchObject({ answer: { posts: [] } })
      expect(await post(mia, {}, lounge, url)).toMatchObject(REFUSED)
    }
    await give(club, mia)
    await second.app.bus.flush()
  }
  const numbers = await opened.numbersIn(room.id)
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})

test('without consent one may still leave, remove and change what is one’s own', async () => {
  await using opened = await openLounge()
  const { club, guest } = opened
  const mia = await guest({ hasConsent: false })
  const [first, other] = [await insertPhoto(club, mia.userId), await insertPhoto(club, mia.userId)]
  const { username } = mia
  expect(await club.call(mia, orderPhotos, { body: { photos: [other, first] } })).toMatchObject({
    answer: { photos: [other, first] },
  })
  expect(await club.call(mia, removePhoto, { params: { photoId: first } })).toMatchObject({
    answer: { photos: [other] },
  })
  const body = { username, city: 'Köln', bio: null }
  expect(await club.call(mia, saveProfile, { body })).toMatchObject({ answer: body })
  expect((await club.call(mia, leaveRoom, { params: lounge })).ok).toBe(true)
})

test('a suspended member may withdraw, a visitor neither give nor withdraw', async () => {
  await using club = await openClub()
  const mia = await club.member({ suspendedUntil: '2999-01-01T00:00:00Z' })
  expect((await withdraw(club, mia)).ok).toBe(true)
  for (const act of [give, withdraw])
    expect(await act(club, null)).toMatchObject({ code: 'not_signed_in' })
})
