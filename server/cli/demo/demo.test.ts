import { expect, test } from 'vitest'
import { logIn } from '#contract/accounts/auth.ts'
import { computeAge } from '#contract/admission/birthdate.ts'
import { berlinDay } from '#contract/day.ts'
import { Bio, City, Username } from '#contract/members/profileFields.ts'
import { PostText } from '#contract/posts/textFields.ts'
import { limits } from '#contract/limits.ts'
import { createPost, listPosts } from '#contract/posts/posts.ts'
import { enterRoom, listRooms } from '#contract/rooms/rooms.ts'
import { listIcebreakers } from '#server/features/rooms/icebreakers.queries.ts'
import { questionOfDay } from '#server/features/rooms/icebreakers.rotation.ts'
import { roomEntryRefusal } from '#server/features/rooms/rooms.policy.ts'
import { DAY_MS, dayNumber } from '#server/platform/lists/calendar.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { addDemo, fillDemo } from './demo.ts'
import { demoMembers, guide } from './demo.members.ts'
import { readScript } from './demo.script.ts'

const NOW = new Date('2026-06-15T18:00:00Z')

type Row = {
  slug: string
  accessLevel: string
  number: number
  lastNumber: number
  text: string
  username: string
  icebreakerId: string | null
  createdAt: string
  isMember: boolean
  isVerified: boolean
  isSubscriber: boolean
}
const everyPost = ({ db }: Club) =>
  db.rows<Row>(sql`
    select r.slug, r.access_level, r.last_number, p.number, p.text, p.icebreaker_id, p.created_at,
      a.username, a.verification_status = 'verified' as is_verified,
      exists (select from room_members m where m.room_id = r.id and m.user_id = a.id) as is_member,
      exists (select from paid_access s where s.user_id = a.id) as is_subscriber
    from posts p join rooms r on r.id = p.room_id join profiles a on a.id = p.user_id
    order by r.slug, p.number`)

test.each(['2026-06-15T18:00:00Z', '2026-11-21T23:04:00Z', '2026-03-30T05:00:00Z'])(
  'the demo fills the club with members and two weeks of talk, at %s',
  async (at) => {
    await using club = await openClub({ now: at })
    const filled = await fillDemo(club.app)
    expect(filled).toMatchObject({ members: 40, isNew: true })
    expect(filled.posts).toBeGreaterThan(350)
    expect(filled.posts).toBeLessThan(500)

    const posts = await everyPost(club)
    expect(posts).toHaveLength(filled.posts)
    const rooms = Map.groupBy(posts, ({ slug }) => slug)
    expect(rooms.size).toBe(7)
    for (const room of rooms.values()) {
      expect(room.map(({ number }) => number)).toEqual(room.map((_, index) => index + 1))
      expect(room[0]!.lastNumber).toBe(room.length)
      const times = room.map(({ createdAt }) => Date.parse(createdAt))
      expect(times).toEqual(times.toSorted((one, other) => one - other))
      expect(times[0]!).toBeGreaterThan(Date.parse(at) - 14 * DAY_MS)
      expect(times.at(-1)!).toBeLessThanOrEqual(Date.parse(at))
    }
  },
)

test('demo members write only where they belong and may enter', async () => {
  await using club = await openClub({ now: NOW })
  await fillDemo(club.app)
  for (const { isVerified, isSubscriber, isMember, ...post } of await everyPost(club)) {
    const verificationStatus = isVerified ? 'verified' : 'none'
    const rights = {
      isAdmitted: true,
      verificationStatus,
      isSubscriber,
      hasContentConsent: true,
    } as const
    expect({ ...post, refusal: roomEntryRefusal(rights, post), isMember }).toMatchObject({
      refusal: null,
      isMember: true,
    })
  }
  const tooMany = await club.db.rows(sql`
    select user_id from room_members
    where user_id not in (select user_id from paid_access)
    group by user_id having count(*) > ${limits.freePlanRooms}`)
  expect(tooMany).toEqual([])
})

test('answers to icebreakers answer the question of their day', async () => {
  await using club = await openClub({ now: NOW })
  await fillDemo(club.app)
  const list = await listIcebreakers(club.db)
  const answers = (await everyPost(club)).filter(({ icebreakerId }) => icebreakerId)
  expect(answers.length).toBeGreaterThan(20)
  for (const { icebreakerId, createdAt, text } of answers) {
    expect(icebreakerId).toBe(questionOfDay(dayNumber(new Date(createdAt)), list)?.id)
    const scene = readScript('icebreakers').find((one) => one.lines.some((l) => l.text === text))
    expect(icebreakerId).toMatch(new RegExp(`0{10}${scene?.title.padStart(2, '0')}$`))
  }
})

test('what demo members say and are keeps to the rules for everybody, and nobody repeats', () => {
  const names = new Set(demoMembers.map(({ username }) => username))
  const scripts = [...new Set(demoMembers.flatMap(({ rooms }) => rooms)), 'icebreakers', 'tables']
  const lines = scripts.flatMap(readScript).flatMap((scene) => scene.lines)
  for (const { username, text } of lines) {
    expect(names).toContain(username)
    expect(PostText.parse(text)).toBe(text)
  }
  expect(new Set(lines.map(({ text }) => text)).size).toBe(lines.length)
  expect(new Set(lines.map(({ username }) => username))).toEqual(names)
  for (const { username, city, bio, birthdate } of demoMembers) {
    expect(Username.parse(username)).toBe(username)
    expect(City.parse(city)).toBe(city)
    expect(Bio.parse(bio)).toBe(bio)
    expect(computeAge(birthdate, berlinDay(NOW))).toBeGreaterThanOrEqual(limits.minimumAge)
  }
})

test('a second time adds nothing but a new password for the one who can be signed in as', async () => {
  await using club = await openClub({ now: NOW })
  const first = await fillDemo(club.app)
  const before = await everyPost(club)
  club.clock.advance({ days: 3 })
  const second = await fillDemo(club.app)
  expect(second).toMatchObject({ members: 40, posts: first.posts, isNew: false })
  expect(await everyPost(club)).toEqual(before)

  const signIn = (body: { email: string; password: string }) => club.call(null, logIn, { body })
  expect(await signIn(first.login)).toMatchObject({ ok: false, code: 'invalid_credentials' })
  expect(await signIn(second.login)).toMatchObject({ ok: true })
  const [, other] = demoMembers
  const { password } = second.login
  expect(await signIn({ email: other!.email, password })).toMatchObject({ ok: false })
})

test('the demo member finds every room open and with recent posts', async () => {
  await using club = await openClub({ now: NOW })
  const { login } = await fillDemo(club.app)
  const signedIn = await club.call(null, logIn, { body: login })
  if (!signedIn.ok) throw new Error(signedIn.code)
  const mia = { cookie: signedIn.headers.getSetCookie()[0]!.split(';')[0]! }

  const found = await club.call(mia, listRooms, {})
  if (!found.ok) throw new Error(found.code)
  expect(found.answer.rooms.map(({ entryRefusal: refusal }) => refusal)).toEqual(
    found.answer.rooms.map(() => null),
  )
  for (const { slug } of found.answer.rooms) {
    const page = await club.call(mia, listPosts, { params: { slug }, query: {} })
    expect(page).toMatchObject({ ok: true })
    if (page.ok) expect(page.answer.posts.length).toBeGreaterThan(10)
  }
})

test('real members keep their rows, their names and the numbers of their posts', async () => {
  await using club = await openClub({ now: NOW })
  const ben = await club.member({ username: 'Ben' })
  const params = { slug: 'tresen' }
  const post = (id: string, text: string) =>
    club.call(ben, createPost, { params, body: { id, text } })
  await club.call(ben, enterRoom, { params })
  await post('0197a000-0000-4000-8000-000000000001', 'Hallo, wer ist da?')
  const real = () =>
    club.db.rows(sql`
      select u.*, p.*, t.* from users u join profiles p on p.id = u.id
      join posts t on t.user_id = u.id where not u.is_demo`)
  const before = await real()

  club.clock.advance({ minutes: 60 })
  await fillDemo(club.app)
  expect(await real()).toEqual(before)
  const tresen = (await everyPost(club)).filter(({ slug }) => slug === 'tresen')
  expect(tresen.length).toBeGreaterThan(1)
  expect(tresen.map(({ number }) => number)).toEqual(tresen.map((_, index) => index + 1))
  const times = tresen.map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted())

  expect(await post('0197a000-0000-4000-8000-000000000002', 'Immer noch jemand da?')).toMatchObject(
    {
      answer: { number: tresen.length + 1 },
    },
  )
})

test('all demo members are marked and have accepted the terms', async () => {
  await using club = await openClub({ now: NOW })
  await fillDemo(club.app)
  const row = await club.db.row(sql`
    select count(*) as members, bool_and(is_demo and email like '%@demo.invalid') as marked,
      (select count(*) from user_consents) as consents from users`)
  expect(row).toEqual({ members: 40, marked: true, consents: 40 })
})

test('on https the demo is refused, before anything is written', async () => {
  await using club = await openClub()
  const config = { ...club.config, secure: true }
  await expect(fillDemo({ ...club.app, config })).rejects.toThrow('https')
  expect(await club.db.rows(sql`select id from users`)).toEqual([])
})

test('the command says what happened and how to look around', async () => {
  await using club = await openClub()
  expect(await addDemo(club.config, club.db, NOW)).toMatch(
    /^Added 40 demo members and \d{3} posts.*\n.*mia@demo\.invalid.* \S{16}$/,
  )
  expect(await addDemo(club.config, club.db, NOW)).toContain('already there')
  expect(guide).toMatchObject({ isVerified: true, isSubscriber: true })
})

test('members are told that some of those who talk here are made up', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member()
  const hasDemo = async () => {
    const listed = await club.call(mia, listRooms, {})
    return listed.ok && listed.answer.hasDemo
  }
  expect(await hasDemo()).toBe(false)
  await fillDemo(club.app)
  expect(await hasDemo()).toBe(true)
})
