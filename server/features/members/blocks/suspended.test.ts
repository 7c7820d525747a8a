import { expect, test } from 'vitest'
import { createPost, listAnswers, listPosts } from '#contract/posts/posts.ts'
import { getMember } from '#contract/members/profiles.ts'
import { liftStatement } from '#contract/moderation/statements.ts'
import { sql } from '#server/platform/database/database.ts'
import { ban } from '#testing/moderation/banning.ts'
import { insertPost, readUnreadCount, waveToPost } from '#testing/fixtures/notifications.ts'
import { withoutClocks } from '#testing/club/clocks.ts'
import type { TestMember } from '#testing/club/club.ts'
import { lounge, openLounge } from '#testing/fixtures/lounge.ts'
import { insertPhoto, see } from '#testing/fixtures/photos.ts'
import { watch } from '#testing/fixtures/presence.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'
import { answersSeen } from '#testing/authorisation/seeing.ts'
import { suspendMember } from '#testing/moderation/suspending.ts'
import { until } from '#testing/until.ts'
import { uuid } from '#testing/random.ts'

const EVENING = '2026-05-01T18:00:00.000Z'

/** Jonas has left a trace wherever a member can, and Mia can look at all of it. */
async function openEvening(open: typeof openLounge = openLounge) {
  const salon = await open({ now: EVENING })
  const { club, room } = salon
  const [mia, tom] = [await salon.guest({ username: 'Mia' }), await salon.guest()]
  const jonas = await salon.guest({ username: 'name Jonas', city: 'Travemuende' })
  const photoId = await insertPhoto(club, jonas.userId)
  const response = await club.call(mia, listAnswers, { params: lounge, query: {} })
  const icebreakerId = response.ok ? response.answer.icebreaker!.id : ''
  const say = async (who: TestMember, text: string, more = {}) => {
    const made = await salon.post(who, { text, ...more })
    if (!made.ok) throw new Error(made.code)
    return made.answer.id
  }
  const first = await say(mia, 'lamplight')
  const his = await say(jonas, 'lamplight and kestrel, @Mia', { replyTo: first, icebreakerId })
  await say(mia, 'lamplight for you', { replyTo: his })
  const naming = await say(tom, 'where is @name jonas today? lamplight')
  await say(mia, 'lamplight', { replyTo: naming })
  await waveToPost(club, jonas, first)
  await waveToPost(club, mia, his)
  const invitation = uuid()
  await club.db.run(sql`
    insert into invitations (id, inviter_id, uses, created_at, expires_at)
    values (${invitation}, ${mia.userId}, 1, ${EVENING}, ${EVENING}::timestamptz + interval '1 day')`)
  await club.db.run(sql`
    insert into invitation_uses (user_id, invitation_id, is_shown, created_at)
    values (${jonas.userId}, ${invitation}, true, ${EVENING})`)
  const seen = () =>
    answersSeen({ club, who: mia, slug: room.slug, said: 'lamplight', about: jonas.userId })
  const traces = [jonas.userId, 'name Jonas', 'name jonas', 'Travemuende', photoId, 'kestrel']
  const namesHim = (value: unknown) => traces.some((trace) => JSON.stringify(value).includes(trace))
  return { ...salon, club, mia, tom, jonas, photoId, his, seen, namesHim }
}

/** Where a member reads of another; a call that is added and tells of one is found by what it answers. */
const TELLING = [
  'GET /api/bell {}',
  'GET /api/invitations {}',
  'GET /api/members/:memberId {}',
  'GET /api/members/:memberId/together {}',
  'GET /api/people {}',
  'GET /api/rooms/:slug/answers {}',
  'GET /api/rooms/:slug/people {"starts":"name"}',
  'GET /api/rooms/:slug/posts {"after":0}',
  'GET /api/rooms/:slug/posts {"before":1000}',
  'GET /api/rooms/:slug/posts {}',
  'GET /api/rooms/:slug/posts/:postId/replies {}',
  'GET /api/rooms/:slug/present {}',
  'GET /api/rooms/last-words {}',
  'GET /api/rooms/question {}',
  'GET /api/rooms/unread {}',
  'GET /api/search {"words":"lamplight"}',
  'GET /api/waves {}',
]
/** A tab that was put out comes back by itself. */
const NOT_BACK = 'GET /api/rooms/:slug/present {}'

test.each(['suspended until the clock says so', 'banned until that is lifted'])(
  'nobody is shown anything of a member who is %s meanwhile, and everything is back after it',
  async (which) => {
    await using evening = await openEvening()
    const { club, mia, jonas, photoId, seen, namesHim, room } = evening
    const [tab, his] = [await watch(club, mia, room), await watch(club, jonas, room)]
    await until(() => tab.present?.count === 2)
    const before = await seen()
    expect(
      [...before]
        .filter(([, told]) => namesHim(told))
        .map(([name]) => name)
        .sort(),
    ).toEqual(TELLING)
    const unread = await readUnreadCount(club, mia)
    const isBan = which.startsWith('banned')
    let statementId = ''
    if (isBan) statementId = await ban(club, jonas)
    else await suspendMember(club, jonas)
    await his.closed
    await until(() => tab.present?.count === 1)
    const eventCount = tab.events.length
    await club.call(mia, createPost, { params: lounge, body: { id: uuid(), text: 'well' } })
    await until(() => tab.events.slice(eventCount).some(({ type }) => type === 'post'))
    const meanwhile = await seen()
    expect([...meanwhile].filter(([, told]) => namesHim(told))).toEqual([])
    expect(tab.events.slice(eventCount).filter(namesHim)).toEqual([])
    expect((await see(club, mia, { memberId: jonas.userId, photoId })).status).toBe(404)
    expect(await readUnreadCount(club, mia)).toBeLessThan(unread)
    await club.db.run(sql`delete from posts where text = 'well'`)

    const admin = await club.member({ isAdmin: true })
    const body = { reason: 'It was somebody else.' }
    await proveSession(club, admin)
    if (isBan) await club.call(admin, liftStatement, { params: { statementId }, body })
    else club.clock.advance({ hours: 1 })
    const after = await seen()
    for (const name of TELLING.filter((one) => one !== NOT_BACK))
      expect(rest(after.get(name)), name).toEqual(rest(before.get(name)))
    expect((await see(club, mia, { memberId: jonas.userId, photoId })).status).toBe(200)
    expect(await readUnreadCount(club, mia)).toBe(unread)
    tab.close()
  },
)

/** What a page says of its room beside its posts goes on, and who is there is no tab's to bring back. */
const rest = (answer: unknown) => {
  const { latest: _, to: __, rooms, ...more } = answer as Record<string, unknown>
  return { ...more, ...(Array.isArray(rooms) && { rooms: rooms.map(withoutLatest) }) }
}
const withoutLatest = (room: object) => ({ ...room, latest: null, here: null, people: null })

test('open tabs at every process are told to compare, when it begins and when the clock ends it', async () => {
  await using evening = await openEvening()
  const { club, mia, jonas, his } = evening
  const second = await club.secondServer()
  // in no room with him, so that nothing but this could tell
  const stranger = await club.member()
  const tabs = [await club.follow(mia, second.url), await club.follow(stranger)]
  for (const tab of tabs) await tab.next('ready')
  const read = async () => {
    const page = await club.call(mia, listPosts, { params: lounge, query: {} }, second)
    return page.ok && page.answer.posts.some(({ id }) => id === his)
  }
  expect(await read()).toBe(true)
  await suspendMember(club, jonas)
  for (const tab of tabs) await tab.next('ready')
  expect(await read()).toBe(false)
  club.clock.advance({ hours: 1 })
  for (const tab of tabs) await tab.next('ready')
  expect(await read()).toBe(true)
})

test('the first request after the end gets the new state, also where no timer runs', async () => {
  await using evening = await withoutClocks(() => openEvening())
  const { club, mia, jonas, his } = evening
  await suspendMember(club, jonas, { hours: 1 })
  await suspendMember(club, jonas, { hours: 2 })
  const isThere = async () => {
    const page = await evening.list(mia)
    const { ok } = await club.call(mia, getMember, { params: { memberId: jonas.userId } })
    return [ok, page.ok && page.answer.posts.some(({ id }) => id === his)]
  }
  club.clock.advance({ hours: 1 })
  expect(await isThere()).toEqual([false, false])
  club.clock.advance({ minutes: 59, seconds: 59 })
  expect(await isThere()).toEqual([false, false])
  club.clock.advance({ seconds: 1 })
  expect(await isThere()).toEqual([true, true])
  expect(await evening.post(jonas, { text: 'back' })).toMatchObject({ ok: true })
})

test('nothing they did before rings while they are suspended', async () => {
  await using evening = await openEvening()
  const { club, mia, jonas } = evening
  const postId = await insertPost(club, mia, lounge)
  const before = await readUnreadCount(club, mia)
  await waveToPost(club, jonas, postId)
  expect(await readUnreadCount(club, mia)).toBe(before + 1)
  await suspendMember(club, jonas)
  expect(await readUnreadCount(club, mia)).toBe(0)
})
