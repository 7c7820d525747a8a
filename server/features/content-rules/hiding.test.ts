import { expect, test } from 'vitest'
import { getSession } from '#contract/accounts/session.ts'
import { deleteAccount } from '#contract/privacy/ownData.ts'
import { setHidden } from '#contract/content-rules/contentRules.ts'
import { withdrawConsent } from '#contract/consent/consent.ts'
import { getMember, getProfile } from '#contract/members/profiles.ts'
import { audit } from '#server/platform/limits/audit.ts'
import { sql } from '#server/platform/database/database.ts'
import type { Club, TestMember } from '#testing/club/club.ts'
import { insertPost, waveToPost } from '#testing/fixtures/notifications.ts'
import { openLounge } from '#testing/fixtures/lounge.ts'
import { insertPhoto, see } from '#testing/fixtures/photos.ts'
import { suspendMember } from '#testing/moderation/suspending.ts'
import { restrict } from '#testing/moderation/restricted.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { withoutClocks } from '#testing/club/clocks.ts'

const hide = (club: Club, who: TestMember, isHidden = true) =>
  club.call(who, setHidden, { body: { isHidden } })

test('hidden in one tap, from everybody and at once; shown again the same way', async () => {
  await using salon = await withoutClocks(openLounge)
  const { club, list, post } = salon
  const second = await withoutClocks(() => club.secondServer())
  const [mia, tom] = [await salon.guest(), await salon.guest()]
  await post(mia, { text: 'good evening' })
  const photoId = await insertPhoto(club, mia.userId)
  const [stream, own] = [await club.follow(tom, second.url), await club.follow(mia)]
  await Promise.all([stream.next('ready'), own.next('ready')])
  const memberId = mia.userId
  const hide = (isHidden: boolean) => club.call(mia, setHidden, { body: { isHidden } })
  expect(await hide(true)).toMatchObject({ ok: true })
  await Promise.all([stream.next('ready'), own.next('rooms')])
  expect(await list(tom)).toMatchObject({ answer: { posts: [] } })
  expect(await club.call(tom, getMember, { params: { memberId } })).toMatchObject({
    code: 'PGRST116',
  })
  expect((await see(club, tom, { memberId, photoId })).status).toBe(404)
  expect(await post(mia, { text: 'anybody here?' })).toMatchObject({
    status: 403,
    code: 'hidden_now',
  })
  // they themselves still see what the club holds, and that they are hidden
  expect(await club.call(mia, getProfile, {})).toMatchObject({ ok: true })
  expect(await club.call(mia, getSession, {})).toMatchObject({
    answer: { session: { isHidden: true } },
  })

  expect(await hide(true)).toMatchObject({ ok: true })
  expect(await hide(false)).toMatchObject({ ok: true })
  await stream.next('ready')
  expect(await list(tom)).toMatchObject({ answer: { posts: [{ text: 'good evening' }] } })
  expect(await post(mia, { text: 'here again' })).toMatchObject({ ok: true })
})

test('a hidden member without posts disappears at once, too, where others named them and from bells', async () => {
  await using salon = await openLounge()
  const { club, list, post } = salon
  const [mia, tom, ben, eve] = [
    await salon.guest({ username: 'Mia' }),
    await salon.guest({ username: 'Tom' }),
    await salon.guest({ username: 'Ben' }),
    await salon.guest(),
  ]
  await post(tom, { text: 'where is @Mia today?' })
  const bar = await club.room()
  for (const one of [mia, eve]) await club.join(one, bar)
  await waveToPost(club, mia, await insertPost(club, eve, bar))
  await club.db.run(
    sql`delete from room_members where user_id = ${eve.userId} and room_id <> ${bar.id}`,
  )
  const tabs = await Promise.all([tom, ben, eve].map((who) => club.follow(who)))
  const readies = () =>
    tabs.map(({ events }) => events.filter(({ type }) => type === 'ready').length)
  const texts = async () => {
    const page = await list(ben)
    return page.ok && page.answer.posts.map(({ text }) => text)
  }
  await hide(club, mia)
  await expect.poll(readies, { interval: 10 }).toEqual([2, 2, 2])
  expect(await texts()).toEqual(['where is @… today?'])
  await hide(club, mia, false)
  await expect.poll(readies, { interval: 10 }).toEqual([3, 3, 3])
  expect(await texts()).toEqual(['where is @Mia today?'])
})

test.each([
  ['hides', hide],
  ['is suspended', suspendMember],
  ['took their consent back', (club: Club, who: TestMember) => club.call(who, withdrawConsent, {})],
])('nobody receives an event when posts of a member who %s go', async (_, go) => {
  await using salon = await openLounge()
  const { club, post } = salon
  const [mia, tom] = [await salon.guest(), await salon.guest()]
  await post(mia, { text: 'good evening' })
  const received: string[] = []
  for (const kind of ['posts_changed', 'post'] as const)
    club.app.bus.on(kind, () => void received.push(kind))
  await go(club, mia)
  await club.app.bus.flush()
  received.length = 0
  await club.db.run(sql`update posts set removed_at = now(), taken_back_by = user_id`)
  await club.db.run(sql`delete from posts`)
  await post(tom, { text: 'well' })
  await club.app.bus.flush()
  expect(received).toEqual(['post'])
})

test('a post that goes while its author comes back is remembered by nobody', async () => {
  await using salon = await openLounge()
  const { club, list, post } = salon
  const [mia, tom] = [await salon.guest(), await salon.guest()]
  await post(mia, { text: 'good evening' })
  await hide(club, mia)
  const shown = await club.db.transaction(async (tx) => {
    await tx.run(sql`update posts set removed_at = now(), taken_back_by = user_id`)
    const back = hide(club, mia, false)
    await Promise.race([back, untilSomebodyWaits(club)])
    await list(tom)
    return { back }
  })
  await shown.back
  expect(await list(tom)).toMatchObject({ answer: { posts: [] } })
})

test('what is hidden for another reason stays hidden when the wish ends', async () => {
  await using salon = await openLounge()
  const { club } = salon
  const [mia, tom] = [await salon.guest(), await salon.guest()]
  const hide = (isHidden: boolean) => club.call(mia, setHidden, { body: { isHidden } })
  const seen = async () =>
    (await club.call(tom, getMember, { params: { memberId: mia.userId } })).ok
  await hide(true)
  await restrict(club, mia)
  await hide(false)
  expect(await seen()).toBe(false)
  expect(await club.call(mia, getSession, {})).toMatchObject({
    answer: { session: { isHidden: false } },
  })
  await hide(true)
  await restrict(club, mia, { isRestricted: false })
  expect(await seen()).toBe(false)
  await hide(false)
  expect(await seen()).toBe(true)
})

test('a member who stops hiding while their account is being deleted stays hidden', async () => {
  await using salon = await openLounge()
  const { club } = salon
  const [mia, tom] = [await salon.guest(), await salon.guest()]
  const photoId = await insertPhoto(club, mia.userId)
  const memberId = mia.userId
  const hide = (isHidden: boolean) => club.call(mia, setHidden, { body: { isHidden } })
  await hide(true)
  await proveSession(club, mia)
  const acts = await club.db.transaction(async (tx) => {
    // the deletion stands still on its last step
    await audit(tx, { at: club.app.now(), actorId: null, action: 'audit_viewed' })
    const left = club.call(mia, deleteAccount, {})
    await untilSomebodyWaits(club)
    const shown = hide(false)
    await Promise.race([shown, untilSomebodyWaits(club, 2)])
    return [left, shown]
  })
  for (const act of await Promise.all(acts)) expect(act).toMatchObject({ ok: true })
  await club.app.bus.flush()
  expect(await club.call(tom, getMember, { params: { memberId } })).toMatchObject({
    code: 'PGRST116',
  })
  expect((await see(club, tom, { memberId, photoId })).status).toBe(404)
})

test('hiding is never refused; showing again twenty times an hour', async () => {
  await using salon = await openLounge({ now: '2026-05-01T20:00:00Z' })
  const mia = await salon.guest()
  const hide = (isHidden: boolean) => salon.club.call(mia, setHidden, { body: { isHidden } })
  for (let times = 0; times < 20; times += 1) {
    await hide(true)
    await hide(false)
  }
  expect(await hide(true)).toMatchObject({ ok: true })
  expect(await hide(false)).toMatchObject({ code: 'too_many_attempts' })
  // asked of somebody who is not hidden it counts for nothing
  salon.club.clock.advance({ hours: 1, seconds: 1 })
  expect(await hide(false)).toMatchObject({ ok: true })
})
