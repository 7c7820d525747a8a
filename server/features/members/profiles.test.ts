import { expect, test } from 'vitest'
import { signUp } from '#contract/admission/signup.ts'
import { blockMember, listBlocks, unblockMember } from '#contract/members/blocks.ts'
import { muteMember } from '#contract/members/mutes.ts'
import { saveNote } from '#contract/members/notes.ts'
import { openOwnCase } from '#contract/moderation/cases.ts'
import { getTogether } from '#contract/posts/people.ts'
import { getMember, getProfile, saveProfile } from '#contract/members/profiles.ts'
import { createPost, listPosts } from '#contract/posts/posts.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import { openClub, type TestMember } from '#testing/club/club.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { lounge, openLounge } from '#testing/fixtures/lounge.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'
import { upload } from '#testing/fixtures/photos.ts'
import { profileTarget } from '#testing/moderation/cases.ts'
import { suspend } from '#testing/moderation/statements.ts'
import { uuid } from '#testing/random.ts'

const UNKNOWN = { ok: false, status: 404, body: { code: 'PGRST116' } }

test('a member reads and saves their own profile', async () => {
  await using club = await openClub()
  const mia = await club.member({ username: 'Mia', city: null })
  const before = await club.call(mia, getProfile, {})
  expect(before).toMatchObject({ answer: { username: 'Mia', city: null, bio: null, photos: [] } })

  const photoId = await upload(club, mia)
  const body = { username: ' Mia  Hansen ', city: 'Köln', bio: 'Late evenings.\nEarly jazz.' }
  const saved = { ...body, username: 'Mia Hansen', photos: [photoId] }
  expect(await club.call(mia, saveProfile, { body })).toMatchObject({ ok: true, answer: saved })
  expect(await club.call(mia, getProfile, {})).toMatchObject({ ok: true, answer: saved })

  const emptied = { username: 'Mia Hansen', city: ' ', bio: '' }
  expect(await club.call(mia, saveProfile, { body: emptied })).toMatchObject({
    answer: { city: null, bio: null, photos: [photoId] },
  })
})

test('two tabs that save different fields overwrite nothing of each other', async () => {
  await using club = await openClub()
  const mia = await club.member({ username: 'Mia', city: 'Köln' })
  const save = (body: object) => club.call(mia, saveProfile, { body })
  await Promise.all([save({ username: 'Maria' }), save({ bio: 'Late evenings.' }), save({})])
  expect(await club.call(mia, getProfile, {})).toMatchObject({
    answer: { username: 'Maria', city: 'Köln', bio: 'Late evenings.' },
  })
  expect(await save({ city: null })).toMatchObject({
    answer: { username: 'Maria', city: null, bio: 'Late evenings.' },
  })
})

test.each([
  ['a username of one character', { username: 'M' }, 'username', 'username_too_short'],
  ['a username of 51', { username: 'm'.repeat(51) }, 'username', 'username_too_long'],
  ['a username nobody can see', { username: '\u3164\u3164' }, 'username', 'username_too_short'],
  ['a city of 101', { city: 'x'.repeat(101) }, 'city', 'city_too_long'],
  ['a bio of 141', { bio: '🌙'.repeat(141) }, 'bio', 'bio_too_long'],
])('%s is refused beside its field, and nothing is saved', async (_, more, path, message) => {
  await using club = await openClub()
  const mia = await club.member({ username: 'Mia' })
  const body = { username: 'Tom', city: 'Bremen', bio: 'New.', ...more }
  expect(await club.call(mia, saveProfile, { body })).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', errors: [{ path, message }] },
  })
  expect(await club.call(mia, getProfile, {})).toMatchObject({ answer: { username: 'Mia' } })
})

test('140 characters of bio are taken, counted as people count them', async () => {
  await using club = await openClub()
  const body = { username: 'Mia', city: null, bio: '🌙'.repeat(140) }
  expect(await club.call(await club.member(), saveProfile, { body })).toMatchObject({
    answer: body,
  })
})

test('a username that is taken, or looks as if, is refused, and one may change how one writes one’s own', async () => {
  await using club = await openClub()
  const mia = await club.member({ username: 'Mia' })
  const tom = await club.member({ username: 'Tom' })
  const taken = { ok: false, status: 409, body: { code: '23505' } }
  const save = (username: string) =>
    club.call(tom, saveProfile, { body: { username, city: 'Elsewhere', bio: null } })
  for (const username of ['Mia', 'mIA', 'М\u0456\u0430', 'Ｍｉａ'])
    expect(await save(username), username).toMatchObject(taken)
  expect(await club.call(tom, getProfile, {})).toMatchObject({
    answer: { username: 'Tom', city: 'Hamburg' },
  })
  expect(await save('TOM')).toMatchObject({ answer: { username: 'TOM' } })
  // what was given up is free again
  await club.call(mia, saveProfile, { body: { username: 'Maria', city: null, bio: null } })
  expect(await save('Mia')).toMatchObject({ ok: true })
  expect(await club.call(null, signUp, newcomer({ username: 'M1A' }))).toMatchObject(taken)
})

test('nobody finds out by trying who is in the club: twenty other names an hour', async () => {
  await using club = await openClub({ now: '2026-06-15T12:00:00Z' })
  const names = Array.from({ length: 22 }, (_, n) => `Falter ${'x'.repeat(n + 1)}`)
  await Promise.all(names.map((username) => club.member({ username })))
  const eve = await club.member({ username: 'Eve', isAdmitted: false })
  const save = (username: string, bio: string | null = null) =>
    club.call(eve, saveProfile, { body: { username, city: null, bio } })
  const tries = await Promise.all(names.map((name) => save(name)))
  const codes = tries.map((tried) => (tried.ok ? 'ok' : tried.code))
  expect(codes.filter((code) => code === '23505')).toHaveLength(20)
  expect(codes.filter((code) => code === 'too_many_attempts')).toHaveLength(2)
  // a name that is free is answered like one that is not
  expect(await save('Nobody')).toMatchObject({ status: 429, code: 'too_many_attempts' })
  expect(await save('EVE', 'Still myself.')).toMatchObject({ answer: { bio: 'Still myself.' } })
  club.clock.advance({ minutes: 60 })
  expect(await save('Nobody')).toMatchObject({ answer: { username: 'Nobody' } })
})

test('of many who want the same username at once exactly one gets it', async () => {
  await using club = await openClub()
  const wanting = await Promise.all(Array.from({ length: 8 }, () => club.member()))
  const spellings = ['Lilo', 'LILO', 'L1lo', 'lil0']
  const answers = await Promise.all(
    wanting.map((member, index) =>
      club.call(member, saveProfile, {
        body: { username: spellings[index % 4]!, city: null, bio: null },
      }),
    ),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  for (const answer of answers) if (!answer.ok) expect(answer.code).toBe('23505')
})

test('another member’s page says who they are, and since when', async () => {
  await using club = await openClub({ now: '2026-03-31T22:30:00Z' })
  const mia = await club.member({ username: 'Mia', city: 'Köln', verificationStatus: 'verified' })
  const tom = await club.member({ city: null })
  await club.call(mia, saveProfile, { body: { username: 'Mia', city: 'Köln', bio: 'Hello' } })
  const photos = [await upload(club, mia), await upload(club, mia)]
  const seen = await club.call(tom, getMember, { params: { memberId: mia.userId } })
  // it is April in Berlin
  expect(seen.ok && seen.answer).toEqual({
    id: mia.userId,
    username: 'Mia',
    city: 'Köln',
    bio: 'Hello',
    isVerified: true,
    role: null,
    memberSince: '2026-04',
    photos,
  })
  const params = { memberId: mia.userId.toUpperCase() }
  expect(await club.call(mia, getMember, { params })).toMatchObject({ ok: true })
  for (const status of ['none', 'pending', 'rejected'] as const) {
    const other = await club.member({ verificationStatus: status })
    expect(await club.call(mia, getMember, { params: { memberId: other.userId } })).toMatchObject({
      answer: { isVerified: false },
    })
  }
})

test('who works for the club says so on their page, for as long as they do', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const [admin, moderator] = [
    await club.member({ isAdmin: true }),
    await club.member({ isModerator: true }),
  ]
  const roleOf = async ({ userId }: { userId: string }) => {
    const seen = await club.call(mia, getMember, { params: { memberId: userId } })
    return seen.ok && seen.answer.role
  }
  expect([await roleOf(mia), await roleOf(admin), await roleOf(moderator)]).toEqual([
    null,
    'admin',
    'moderator',
  ])
  await club.db.run(sql`insert into user_roles values (${admin.userId}, 'moderator')`)
  expect(await roleOf(admin)).toBe('admin')
  await club.db.run(sql`delete from user_roles where user_id = ${moderator.userId}`)
  expect(await roleOf(moderator)).toBeNull()
})

test('where suspensions end together, members are taken in the order everybody takes them in', async () => {
  await using club = await openClub({ now: '2026-05-01T20:00:00Z' })
  const mia = await club.member()
  const [first, second] = [await club.member(), await club.member()].sort((one, other) =>
    one.userId < other.userId ? -1 : 1,
  )
  // the member with the last id is suspended first, and back first
  for (const [who, until] of [
    [second, '2026-05-01T21:00:00Z'],
    [first, '2026-05-01T22:00:00Z'],
  ] as const)
    await club.db.transaction((tx) => suspend(tx, who!.userId, until))
  await club.app.bus.flush()
  const hold = (tx: Sql, who: TestMember) =>
    tx.run(sql`select from profiles where id = ${who.userId} for update nowait`)
  const read = await club.db.transaction(async (tx) => {
    await hold(tx, first!)
    club.clock.advance({ hours: 3 })
    const reading = club.call(mia, getMember, { params: { memberId: second!.userId } })
    await untilSomebodyWaits(club)
    await hold(tx, second!)
    return { reading }
  })
  expect(await read.reading).toMatchObject({ ok: true })
})

test('who never was, is gone, or is suspended has no page', async () => {
  await using club = await openClub({ now: '2026-05-01T20:00:00Z' })
  const mia = await club.member()
  const look = (memberId: string) => club.call(mia, getMember, { params: { memberId } })
  expect(await look(uuid())).toMatchObject(UNKNOWN)
  const gone = await club.member()
  expect(await look(gone.userId)).toMatchObject({ ok: true })
  await club.db.run(sql`delete from users where id = ${gone.userId}`)
  expect(await look(gone.userId)).toMatchObject(UNKNOWN)

  const away = await club.member({ suspendedUntil: '2026-05-02T20:00:00Z' })
  expect(await look(away.userId)).toMatchObject(UNKNOWN)
  club.clock.advance({ days: 1 })
  expect(await look(away.userId)).toMatchObject({ ok: true })
})

test('a member who waits to be admitted sees their own page, and nobody else’s', async () => {
  await using club = await openClub()
  const mia = await club.member()
  const newcomer = await club.member({ isAdmitted: false })
  const look = (memberId: string) => club.call(newcomer, getMember, { params: { memberId } })
  expect(await look(mia.userId)).toMatchObject(UNKNOWN)
  expect(await look(newcomer.userId)).toMatchObject({ ok: true })
  const seen = await club.call(mia, getMember, { params: { memberId: newcomer.userId } })
  expect(seen).toMatchObject(UNKNOWN)
})

test('posts say whether their author is verified, and which photo is their portrait', async () => {
  await using opened = await openLounge()
  const { club, guest, post, list } = opened
  const mia = await guest({ username: 'Mia', verificationStatus: 'verified' })
  const tom = await guest({ username: 'Tom', verificationStatus: 'pending' })
  const [portrait] = [await upload(club, mia), await upload(club, mia)]
  const live = await club.follow(tom)
  await live.next('ready')

  const made = await post(mia)
  const author = { id: mia.userId, username: 'Mia', isVerified: true, portrait }
  expect(made).toMatchObject({ answer: { author } })
  expect(await live.next('post')).toMatchObject({ post: { author } })
  expect(await post(tom)).toMatchObject({
    answer: { author: { isVerified: false, portrait: null } },
  })
  expect(await list(tom)).toMatchObject({
    answer: { posts: [{ author: { isVerified: false, portrait: null } }, { author }] },
  })
  // sent again, it is the same post
  const body = { id: made.ok ? made.answer.id : '', text: 'hello' }
  expect(await club.call(mia, createPost, { params: lounge, body })).toMatchObject({
    answer: { author },
  })
})

test('a new name, badge or portrait shows at once on the posts that are there', async () => {
  await using opened = await openLounge()
  const { club, guest, post, list } = opened
  const [mia, tom] = [await guest(), await guest()]
  await post(mia)
  const authorSeen = async () => {
    const page = await list(tom)
    return page.ok ? page.answer.posts[0]?.author : page.code
  }
  expect(await authorSeen()).toMatchObject({ isVerified: false, portrait: null })

  const portrait = await upload(club, mia)
  expect(await authorSeen()).toMatchObject({ portrait })
  await club.call(mia, saveProfile, { body: { username: 'Marie', city: 'Kiel', bio: null } })
  expect(await authorSeen()).toMatchObject({ username: 'Marie', city: 'Kiel', portrait })
  await club.db.run(sql`
    update profiles set verification_status = 'verified', verification_method = 'id_manual',
      verified_at = now() where id = ${mia.userId}`)
  expect(await authorSeen()).toMatchObject({ isVerified: true })
  expect(await post(mia)).toMatchObject({
    answer: { author: { username: 'Marie', isVerified: true } },
  })
})

test('no answer to another member carries a birthdate, an e-mail, a method or a place in the store', async () => {
  await using opened = await openLounge()
  const { club, guest, post } = opened
  const mia = await guest({ email: 'canary@example.org', verificationStatus: 'verified' })
  await club.db.run(sql`update profiles set birthdate = '1987-06-05' where id = ${mia.userId}`)
  const tom = await guest()
  await upload(club, mia)
  const live = await club.follow(tom)
  await live.next('ready')
  await post(mia)
  await live.next('post')
  const answers = [
    await club.call(tom, getMember, { params: { memberId: mia.userId } }),
    await club.call(tom, listPosts, { params: lounge, query: {} }),
    await club.call(tom, createPost, { params: lounge, body: { id: uuid(), text: 'hi' } }),
    live.events,
    // nor one about oneself, which may be shown to others
    await club.call(mia, getProfile, {}),
  ]
  const json = JSON.stringify(answers)
  expect(json).toContain(mia.userId)
  for (const secret of [
    '1987-06-05',
    '05.06.1987',
    'canary',
    'id_manual',
    '.webp',
    'profile-photos',
    club.dataDir,
  ])
    expect(json).not.toContain(secret)
  for (const name of ['birthdate', 'email', 'method', 'verifiedAt', 'lastUsed', 'lastSeen'])
    expect(json).not.toMatch(new RegExp(`"${name}`, 'i'))
})

test('an account whose address nobody confirmed is seen by staff alone, until they do', async () => {
  await using club = await openClub({ config: { emailConfirmation: 'required' } })
  const [mia, moderator] = [await club.member(), await club.member({ isModerator: true })]
  const email = 'wanda@example.org'
  const made = await club.call(null, signUp, newcomer({ email, username: 'Wanda' }))
  expect(made).toMatchObject({ ok: true })
  const account = await club.db.row<{ id: string; isAdmitted: boolean }>(
    sql`select id, admitted_at is not null as is_admitted from users where email = ${email}`,
  )
  expect(account?.isAdmitted).toBe(true)
  const params = { memberId: account!.id }
  const look = (who: TestMember) => club.call(who, getMember, { params })
  expect(await look(mia)).toMatchObject(UNKNOWN)
  expect(await look(moderator)).toMatchObject({ ok: true })
  // nor does an entry among those one blocked say that there is an account
  const blocksOf = async (who: TestMember) => {
    await club.call(who, blockMember, { params })
    return club.call(who, listBlocks, {})
  }
  expect(await blocksOf(mia)).toMatchObject({ answer: { blocks: [] } })
  expect(await blocksOf(moderator)).toMatchObject({ answer: { blocks: [{ username: 'Wanda' }] } })
  await club.db.run(sql`delete from user_roles where user_id = ${moderator.userId}`)
  expect(await blocksOf(moderator)).toMatchObject({ answer: { blocks: [{ username: null }] } })
  await club.db.run(sql`update users set email_confirmed_at = now() where email = ${email}`)
  expect(await look(mia)).toMatchObject({ answer: { username: 'Wanda' } })
})

test('a member who waits to be admitted is seen by staff alone, and by everybody once admitted', async () => {
  await using club = await openClub({ now: '2026-06-15T12:00:00Z' })
  const waiting = await club.member({ username: 'Wanda', isAdmitted: false })
  const [mia, moderator] = [await club.member(), await club.member({ isModerator: true })]
  const params = { memberId: waiting.userId }
  const look = (who: TestMember) => club.call(who, getMember, { params })
  expect(await look(mia)).toMatchObject(UNKNOWN)
  expect(await club.call(mia, getTogether, { params })).toMatchObject(UNKNOWN)
  expect(await club.call(mia, saveNote, { params, body: { text: 'who?' } })).toMatchObject(UNKNOWN)
  await club.call(mia, muteMember, { params })
  await club.call(mia, blockMember, { params })
  const listed = await club.call(mia, listBlocks, {})
  expect(JSON.stringify(listed)).not.toContain('Wanda')
  expect(listed).toMatchObject({ answer: { blocks: [], mutes: [] } })
  await club.call(mia, unblockMember, { params })
  for (const who of [waiting, moderator]) {
    expect(await look(who)).toMatchObject({ answer: { username: 'Wanda' } })
    expect(await club.call(who, getTogether, { params })).toMatchObject({ ok: true })
  }
  const own = { target: profileTarget(waiting) }
  expect(await club.call(moderator, openOwnCase, { body: own })).toMatchObject({ ok: true })
  // nor do they read later how somebody was called whom they did not see
  const eva = await club.member()
  await club.call(waiting, blockMember, { params: { memberId: eva.userId } })
  await club.db.run(sql`update users set admitted_at = now() where id = ${waiting.userId}`)
  expect(await look(mia)).toMatchObject({ answer: { username: 'Wanda' } })
  expect(await club.call(waiting, listBlocks, {})).toMatchObject({
    answer: { blocks: [{ memberId: eva.userId, username: null }] },
  })
})
