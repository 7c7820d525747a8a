import { expect, test } from 'vitest'
import { getSession } from '#contract/accounts/session.ts'
import { signUp } from '#contract/admission/signup.ts'
import { admit, decline, getDoor, listWaiting, setDoor } from '#contract/admission/admission.ts'
import { getOwnPlace } from '#contract/admission/ownPlace.ts'
import { enterRoom, listRooms } from '#contract/rooms/rooms.ts'
import { createPost } from '#contract/posts/posts.ts'
import { sql } from '#server/platform/database/database.ts'
import { confirmWaitlist, joinWaitlist } from '#contract/admission/waitlist.ts'
import { openBrowser } from '#testing/club/browser.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { insertInvite, insertEntry } from '#testing/fixtures/admission.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'
import { breakAudit } from '#testing/club/database/owner.ts'
import { untilSomebodyWaits } from '#testing/club/database/waiting.ts'
import { readTraces } from '#testing/fixtures/submissions.ts'
import { uuid } from '#testing/random.ts'
import { countRows, rowsRead } from '#testing/club/database/rowsRead.ts'

const NOW = '2026-06-15T12:00:00Z'
const days = (count: number) => new Date(Date.parse(NOW) - count * 86_400_000)
const closed = { admission: 'invitation', invitationsPerMember: 3 } as const
const open = { admission: 'open', invitationsPerMember: 3 } as const
const codeOf = (result: { ok: boolean }) => ('code' in result ? result.code : 'ok')

const set = (club: Club, admin: TestMember, body: typeof closed | typeof open) =>
  club.call(admin, setDoor, { body })
const queue = async (club: Club, admin: TestMember, query: { search?: string; after?: string }) => {
  const listed = await club.call(admin, listWaiting, { query })
  if (!listed.ok) throw new Error(listed.code)
  return listed.answer
}
const isAdmitted = async (club: Club, as: { cookie: string }) => {
  const response = await club.call(as, getSession, {})
  return response.ok && response.answer.session?.isAdmitted
}

test('closing admission of a running club closes the rooms to new accounts and to nobody else', async () => {
  await using club = await openClub()
  const second = await club.secondServer()
  const admin = await club.member({ isAdmin: true })
  const [inside, outside] = [await club.member(), await club.member()]
  const room = await club.room()
  await club.join(inside, room)
  const stream = await club.follow(inside)
  await stream.next('ready')

  expect((await set(club, admin, closed)).ok).toBe(true)
  const newbie = openBrowser(club)
  expect(await newbie.call(signUp, newcomer())).toMatchObject({
    answer: { session: { isAdmitted: false } },
  })
  const params = { slug: room.slug }
  expect(codeOf(await newbie.call(enterRoom, { params }))).toBe('not_admitted')
  expect(codeOf(await club.call(outside, enterRoom, { params }))).toBe('ok')
  const body = { id: uuid(), text: 'good evening' }
  expect(codeOf(await club.call(outside, createPost, { params, body }))).toBe('ok')
  await stream.next('post')
  const listed = await club.call(inside, listRooms, {})
  expect(listed.ok && listed.answer.rooms.every((one) => one.entryRefusal !== 'not_admitted')).toBe(
    true,
  )
  for (const member of [admin, inside, outside]) expect(await isAdmitted(club, member)).toBe(true)

  // the other process heard it too
  await second.app.bus.flush()
  const there = { url: second.url }
  expect(await club.call(null, getSession, {}, there)).toMatchObject({
    answer: { club: { admission: 'invitation' } },
  })
  expect(await club.call(null, signUp, newcomer(), there)).toMatchObject({
    answer: { session: { isAdmitted: false } },
  })
})

test('an address changed during admission or decline is admitted or declined under the new one', async () => {
  await using club = await openClub({ now: NOW, config: { admission: 'invitation' } })
  const admin = await club.member({ isAdmin: true })
  const [mia, tom] = [
    await club.member({ isAdmitted: false }),
    await club.member({ isAdmitted: false }),
  ]
  const moving = async (who: TestMember, act: () => Promise<unknown>) => {
    let acting: Promise<unknown> | undefined
    await club.db.transaction(async (tx) => {
      await tx.run(sql`update users set email = ${`new.${who.email}`} where id = ${who.userId}`)
      acting = act()
      await untilSomebodyWaits(club)
    })
    return acting
  }
  const declining = { body: { id: tom.userId, reason: 'not now' } }
  expect(
    await moving(mia, () => club.call(admin, admit, { body: { ids: [mia.userId] } })),
  ).toMatchObject({
    answer: { admitted: 1 },
  })
  expect(await moving(tom, () => club.call(admin, decline, declining))).toMatchObject({ ok: true })
  expect(await isAdmitted(club, mia)).toBe(true)
  expect((await queue(club, admin, {})).waiting).toEqual([])
})

test('of two admins who change different settings of admission each keeps what the other set', async () => {
  await using club = await openClub()
  const [anna, bert] = [await club.member({ isAdmin: true }), await club.member({ isAdmin: true })]
  await Promise.all([
    club.call(anna, setDoor, { body: { admission: 'invitation' } }),
    club.call(bert, setDoor, { body: { invitationsPerMember: 7 } }),
  ])
  expect(await club.call(anna, getDoor, {})).toMatchObject({
    answer: { settings: { admission: 'invitation', invitationsPerMember: 7 } },
  })
})

test('what an admin set outlives a restart and what the configuration says', async () => {
  await using club = await openClub({ config: { admission: 'invitation' } })
  const admin = await club.member({ isAdmin: true })
  const settings = async () => {
    const response = await club.call(admin, getDoor, {})
    return response.ok && response.answer.settings
  }
  expect(await settings()).toEqual({ admission: 'invitation', invitationsPerMember: 3 })
  await set(club, admin, open)
  const again = await club.secondServer()
  expect(await club.call(null, getSession, {}, { url: again.url })).toMatchObject({
    answer: { club: { admission: 'open' } },
  })
  expect(await settings()).toEqual(open)
})

test('open admission admits waiting accounts when they come back, but nobody the club declined', async () => {
  await using club = await openClub({ config: { admission: 'invitation' } })
  const admin = await club.member({ isAdmin: true })
  const waiting = await club.member({ isAdmitted: false })
  const away = await club.member({ isAdmitted: false })
  const declined = await club.member({ isAdmitted: false })
  await club.call(admin, decline, { body: { id: declined.userId, reason: 'Not this time.' } })
  expect(await isAdmitted(club, waiting)).toBe(false)

  await set(club, admin, open)
  const stream = await club.follow(waiting)
  await stream.next('ready')
  expect(await isAdmitted(club, waiting)).toBe(true)
  await stream.next('rooms')
  expect(await isAdmitted(club, declined)).toBe(false)
  expect((await queue(club, admin, {})).waiting.map(({ id }) => id)).toEqual([away.userId])

  // and closing it again keeps them
  await set(club, admin, closed)
  expect(await isAdmitted(club, waiting)).toBe(true)
  expect(await isAdmitted(club, away)).toBe(false)
})

test('open admission lets nobody sign up past a refusal without a code', async () => {
  await using club = await openClub({ config: { admission: 'invitation' } })
  const admin = await club.member({ isAdmin: true })
  const [one, other] = [await insertEntry(club), await insertEntry(club)]
  for (const { id } of [one, other])
    await club.call(admin, decline, { body: { id, reason: 'Not this time.' } })
  await set(club, admin, open)
  const signedUp = async (email: string, code?: string) => {
    const request = newcomer({ email, ...(code && { inviteCode: code }) })
    const result = await club.call(null, signUp, request)
    return result.ok && result.answer.session?.isAdmitted
  }
  expect(await signedUp(one.email)).toBe(false)
  expect(await signedUp(other.email, (await insertInvite(club)).code)).toBe(true)
  expect(await signedUp((await insertEntry(club)).email)).toBe(true)
})

test('the queue shows each person once, with the earlier of their places, oldest first', async () => {
  await using club = await openClub({ now: NOW, config: { admission: 'invitation' } })
  const admin = await club.member({ isAdmin: true })
  const bare = await insertEntry(club, { at: days(4) })
  await insertEntry(club, { at: days(9), isConfirmed: false })
  const [young, old] = [
    await club.member({ isAdmitted: false, verificationStatus: 'verified' }),
    await club.member({ isAdmitted: false }),
  ]
  await insertEntry(club, { email: old.email, at: days(7) })
  expect(await queue(club, admin, {})).toEqual({
    next: null,
    waiting: [
      {
        id: old.userId,
        email: old.email,
        username: old.username,
        isVerified: false,
        since: days(7).toISOString(),
        wasBanned: false,
      },
      {
        id: bare.id,
        email: bare.email,
        username: null,
        isVerified: false,
        since: days(4).toISOString(),
        wasBanned: false,
      },
      {
        id: young.userId,
        email: young.email,
        username: young.username,
        isVerified: true,
        since: days(0).toISOString(),
        wasBanned: false,
      },
    ],
  })
  expect(await club.call(admin, getDoor, {})).toMatchObject({ answer: { waiting: 3 } })
})

test('a stranger’s unconfirmed sign-up does not push an address out of the queue', async () => {
  const config = { admission: 'invitation', emailConfirmation: 'required' } as const
  await using club = await openClub({ config })
  const admin = await club.member({ isAdmin: true })
  const { id, email } = await insertEntry(club)
  await club.call(null, signUp, newcomer({ email }))
  expect((await queue(club, admin, {})).waiting).toMatchObject([{ id, email }])
})

test('the queue is searched by part of an address or a name, whatever is in it', async () => {
  await using club = await openClub({ config: { admission: 'invitation' } })
  const admin = await club.member({ isAdmin: true })
  const nora = await club.member({ isAdmitted: false, username: 'Norà 100%', email: 'n@x.example' })
  const bare = await insertEntry(club, { email: 'other@nowhere.example' })
  const found = async (search: string) =>
    (await queue(club, admin, { search })).waiting.map(({ id }) => id)
  expect(await found('NORA')).toEqual([nora.userId])
  expect(await found('nóra')).toEqual([nora.userId])
  expect(await found('0%')).toEqual([nora.userId])
  expect(await found('%')).toEqual([nora.userId])
  expect(await found(' nowhere ')).toEqual([bare.id])
  expect(await found('_')).toEqual([])
  expect(await found('\u0000')).toHaveLength(2)
})

test('the queue is searched by an address as its owner writes it, whole or its domain alone', async () => {
  await using club = await openClub({ config: { admission: 'invitation' } })
  const admin = await club.member({ isAdmin: true })
  const { id } = await insertEntry(club, { email: 'nora@xn--mller-test-9db.de' })
  for (const search of [
    'nora@müller-test.de',
    'NORA@MÜLLER-TEST.DE.',
    'Nora <ｎora@müller-test.de>',
    'ra@müller-test.de',
    'Müller-Test.de',
    'xn--mller',
  ])
    expect((await queue(club, admin, { search })).waiting, search).toMatchObject([{ id }])
  expect((await queue(club, admin, { search: 'nora@mueller-test.de' })).waiting).toEqual([])
})

test('ten thousand waiting are paged and searched without reading anybody again and again, each listed once', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await club.member({ isAdmin: true })
  await club.db.run(sql`
    insert into waitlist (id, email, requested_at, words_version, confirmed_at)
    select gen_random_uuid(), 'w' || n || '@example.org', ${NOW}, 't',
      ${NOW}::timestamptz - make_interval(mins => n / 3)
    from generate_series(1, 5000) n`)
  await club.db.run(sql`
    insert into users (id, email, password_hash, created_at)
    select gen_random_uuid(), 'a' || n || '@example.org', '', ${NOW}::timestamptz - make_interval(mins => n / 3)
    from generate_series(1, 5000) n`)
  await club.db.run(sql`
    insert into profiles (id, username, username_key, birthdate)
    select id, email, email, '1990-01-01' from users where email like 'a%' and admitted_at is null`)
  club.clock.advance({ minutes: 1 })
  const own = await club.member({ isAdmitted: false })
  await countRows(club)

  const seen = new Set<string>()
  let since = ''
  let after: string | undefined
  for (let page = 0; page < 12; page += 1) {
    const { waiting, next } = await queue(club, admin, after ? { after } : {})
    expect([waiting.length, typeof next]).toEqual([50, 'string'])
    for (const line of waiting) {
      expect(seen.has(line.id)).toBe(false)
      expect(line.since >= since).toBe(true)
      seen.add(line.id)
      since = line.since
    }
    after = next!
  }
  for (const search of ['a4999', 'example.org']) {
    // each a few times at most: the address, the account, its name, the other place in line
    const read = await rowsRead(club, () => queue(club, admin, { search }))
    expect(read, search).toBeLessThan(5 * 10_000)
  }
  expect(await rowsRead(club, () => queue(club, admin, { after: after! }))).toBeLessThan(5 * 10_000)
  const placing = () => club.call(own, getOwnPlace, {})
  expect(await rowsRead(club, placing)).toBeLessThan(5 * 10_000)
  expect(await club.call(own, getOwnPlace, {})).toMatchObject({
    answer: { place: { position: 10_001, of: 10_001 } },
  })
})

test('admitting an account opens the rooms at once, in tabs that are open too, and mails neutrally', async () => {
  await using club = await openClub({ config: { admission: 'invitation' } })
  const admin = await club.member({ isAdmin: true })
  const nora = await club.member({ isAdmitted: false })
  const room = await club.room()
  const stream = await club.follow(nora)
  await stream.next('ready')
  expect(codeOf(await club.call(nora, enterRoom, { params: room }))).toBe('not_admitted')

  const admitted = await club.call(admin, admit, { body: { ids: [nora.userId] } })
  expect(admitted).toMatchObject({ answer: { admitted: 1 } })
  await stream.next('rooms')
  expect(codeOf(await club.call(nora, enterRoom, { params: room }))).toBe('ok')
  const [mail] = await club.mails()
  expect(mail).toMatchObject({ to: nora.email, subject: 'News about your account' })
  expect(mail?.text).toContain('/rooms')
  expect(mail?.text).not.toMatch(/admit|member/i)
  expect((await queue(club, admin, {})).waiting).toEqual([])
})

test('admitting a bare address mails a code that is good for it alone, once', async () => {
  await using club = await openClub({ config: { admission: 'invitation' } })
  const admin = await club.member({ isAdmin: true })
  const { id, email } = await insertEntry(club)
  await club.call(admin, admit, { body: { ids: [id] } })
  const [mail] = await club.mails()
  expect(mail).toMatchObject({ to: email, subject: 'News about your entry' })
  const inviteCode = /#code=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  expect(mail?.text).toContain(`Or enter this code: ${inviteCode}`)
  expect((await queue(club, admin, {})).waiting).toEqual([])

  expect(await club.call(null, signUp, newcomer({ inviteCode }))).toMatchObject({
    code: 'invalid_invite',
  })
  expect(await club.call(null, signUp, newcomer({ inviteCode, email }))).toMatchObject({
    answer: { session: { email, isAdmitted: true } },
  })
})

test('somebody who lost the mail with the code joins the waitlist again and gets another', async () => {
  await using club = await openClub({ config: { admission: 'invitation' } })
  const admin = await club.member({ isAdmin: true })
  const { id, email } = await insertEntry(club)
  await club.call(admin, admit, { body: { ids: [id] } })
  expect(codeOf(await club.call(null, joinWaitlist, { body: { email } }))).toBe('23505')
  const codes = (await club.mails()).map(({ text }) => /#code=(\S+)/.exec(text)?.[1] ?? '')
  expect(new Set(codes).size).toBe(2)
  const tried = []
  for (const inviteCode of codes)
    tried.push(codeOf(await club.call(null, signUp, newcomer({ inviteCode, email }))))
  expect(tried).toEqual(['invalid_invite', 'ok'])
})

test('a batch admits accounts and addresses together, and skips those who no longer wait', async () => {
  await using club = await openClub({ config: { admission: 'invitation' } })
  const admin = await club.member({ isAdmin: true })
  const account = await club.member({ isAdmitted: false })
  const already = await club.member()
  const bare = await insertEntry(club)
  const unconfirmed = await insertEntry(club, { isConfirmed: false })
  const ids = [account.userId, already.userId, bare.id, unconfirmed.id, uuid(), bare.id]
  const { answer } = (await club.call(admin, admit, { body: { ids } })) as {
    answer: { admitted: number }
  }
  expect(answer).toEqual({ admitted: 2 })
  expect((await club.mails()).map(({ to }) => to).sort()).toEqual(
    [account.email, bare.email].sort(),
  )
})

test('an address whose owner has signed up meanwhile is admitted as the account it is now', async () => {
  await using club = await openClub({ config: { admission: 'invitation' } })
  const admin = await club.member({ isAdmin: true })
  const { id, email } = await insertEntry(club)
  const nora = await club.member({ email, isAdmitted: false })
  expect(await club.call(admin, admit, { body: { ids: [id] } })).toMatchObject({
    answer: { admitted: 1 },
  })
  expect(await isAdmitted(club, nora)).toBe(true)
  expect((await club.mails()).map(({ subject }) => subject)).toEqual(['News about your account'])
})

test('of admins who admit the same people at once each person is admitted by one', async () => {
  await using club = await openClub({ config: { admission: 'invitation' } })
  const admins = await Promise.all([1, 2, 3].map(() => club.member({ isAdmin: true })))
  const accounts = await Promise.all([1, 2, 3, 4].map(() => club.member({ isAdmitted: false })))
  const bare = await Promise.all([1, 2, 3, 4].map(() => insertEntry(club)))
  const ids = [...accounts.map(({ userId }) => userId), ...bare.map(({ id }) => id)]
  const results = await Promise.all(
    admins.map((admin, i) =>
      club.call(admin, admit, { body: { ids: i % 2 ? ids.toReversed() : ids } }),
    ),
  )
  const admitted = results.map((result) => (result.ok ? result.answer.admitted : result.code))
  expect(admitted.filter((count) => count === 8)).toHaveLength(1)
  expect(admitted.filter((count) => count === 0)).toHaveLength(2)
  expect(await club.mails()).toHaveLength(8)
  const written = (await readTraces(club)).filter(({ action }) => action === 'door_admitted')
  expect(written.map(({ subjectId }) => String(subjectId)).sort()).toEqual(ids.toSorted())
})

test('of one admin who admits and one who declines at once, one decides', async () => {
  await using club = await openClub({ config: { admission: 'invitation' } })
  const [one, other] = [await club.member({ isAdmin: true }), await club.member({ isAdmin: true })]
  for (let round = 0; round < 6; round += 1) {
    const nora = await club.member({ isAdmitted: false })
    const [yes, no] = await Promise.all([
      club.call(one, admit, { body: { ids: [nora.userId] } }),
      club.call(other, decline, { body: { id: nora.userId, reason: 'No.' } }),
    ])
    const isIn = yes.ok && yes.answer.admitted === 1
    expect(codeOf(no)).toBe(isIn ? 'PGRST116' : 'ok')
    expect(await isAdmitted(club, nora)).toBe(isIn)
  }
})

test('a declined member reads why, and no longer waits; the mail says only that there is news', async () => {
  await using club = await openClub({ now: NOW, config: { admission: 'invitation' } })
  const admin = await club.member({ isAdmin: true })
  const nora = await club.member({ isAdmitted: false })
  const reason = 'We look for people who live nearby.'
  const refuse = () => club.call(admin, decline, { body: { id: nora.userId, reason } })
  expect((await refuse()).ok).toBe(true)
  expect(await club.call(nora, getOwnPlace, {})).toMatchObject({
    answer: { place: null, declined: { reason, at: '2026-06-15T12:00:00.000Z' } },
  })
  expect((await queue(club, admin, {})).waiting).toEqual([])
  const [mail] = await club.mails()
  expect(mail).toMatchObject({ to: nora.email, subject: 'News about your account' })
  expect(mail?.text).not.toContain(reason)
  expect(codeOf(await refuse())).toBe('PGRST116')
  expect(codeOf(await club.call(admin, admit, { body: { ids: [nora.userId] } }))).toBe('ok')
  expect(await isAdmitted(club, nora)).toBe(false)
})

test('a declined account may ask again after ninety days, and begins at the end of the waitlist', async () => {
  await using club = await openClub({ now: NOW, config: { admission: 'invitation' } })
  const admin = await club.member({ isAdmin: true })
  const nora = await club.member({ isAdmitted: false })
  await club.call(admin, decline, { body: { id: nora.userId, reason: 'No.' } })
  club.clock.advance({ days: 89 })
  const join = () => club.call(null, joinWaitlist, { body: { email: nora.email } })
  expect(codeOf(await join())).toBe('ok')
  expect((await club.mails()).at(-1)?.text).not.toContain('#confirm')

  club.clock.advance({ days: 1 })
  const other = await insertEntry(club)
  club.clock.advance({ minutes: 1 })
  expect(codeOf(await join())).toBe('ok')
  const token = /#confirm=([\w-]+)/.exec((await club.mails()).at(-1)?.text ?? '')?.[1] ?? ''
  await club.call(null, confirmWaitlist, { body: { token } })
  const later = await club.session(admin)
  const { waiting } = await queue(club, { ...admin, ...later }, {})
  expect(waiting.map(({ id }) => id)).toEqual([other.id, nora.userId])
  expect(await club.call(await club.session(nora), getOwnPlace, {})).toMatchObject({
    answer: { place: { position: 2, of: 2 }, declined: null },
  })
})

test('a refusal needs a reason', async () => {
  await using club = await openClub()
  const admin = await club.member({ isAdmin: true })
  const { id } = await insertEntry(club)
  const refused = await club.call(admin, decline, { body: { id, reason: ' \u200b ' } })
  expect(refused).toMatchObject({
    code: 'invalid_input',
    body: { errors: [{ path: 'reason', message: 'text_missing' }] },
  })
})

test('what admins decide about admission is in the audit log, without anybody’s texts', async () => {
  await using club = await openClub({ config: { admission: 'open' } })
  const admin = await club.member({ isAdmin: true })
  const [first, second] = [await insertEntry(club), await insertEntry(club)]
  await queue(club, admin, {})
  await set(club, admin, closed)
  await set(club, admin, closed)
  await club.call(admin, admit, { body: { ids: [first.id] } })
  await club.call(admin, decline, { body: { id: second.id, reason: 'A reason of our own.' } })
  const written = await readTraces(club)
  expect(written.map(({ action, subjectId }) => [action, subjectId])).toEqual([
    ['door_viewed', null],
    ['door_set', null],
    ['door_admitted', first.id],
    ['door_declined', second.id],
  ])
  expect(written.every(({ actorId }) => actorId === admin.userId)).toBe(true)
  expect(written[1]?.details).toEqual(closed)
  expect(JSON.stringify(written)).not.toMatch(/@example|reason/)
})

test('what cannot be written down is not done', async () => {
  await using club = await openClub()
  const admin = await club.member({ isAdmin: true })
  const nora = await club.member({ isAdmitted: false })
  const bare = await insertEntry(club)
  await breakAudit(club)
  for (const result of [
    await set(club, admin, closed),
    await club.call(admin, admit, { body: { ids: [nora.userId, bare.id] } }),
    await club.call(admin, decline, { body: { id: nora.userId, reason: 'No.' } }),
    await club.call(admin, listWaiting, { query: {} }),
  ])
    expect(result.ok).toBe(false)
  expect(await club.mails()).toEqual([])
  const row = await club.db.row(sql`
    select (select admission from club_settings) as admission,
      (select count(*) from invitations) as invitations,
      (select count(*) from users where admitted_at is null) as waiting,
      (select count(*) from waitlist where confirmed_at is not null and admitted_at is null) as bare`)
  expect(row).toEqual({ admission: null, invitations: 0, waiting: 1, bare: 1 })
})
