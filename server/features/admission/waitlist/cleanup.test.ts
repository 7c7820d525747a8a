import { expect, test } from 'vitest'
import { admit, decline } from '#contract/admission/admission.ts'
import { limits } from '#contract/limits.ts'
import { confirmWaitlist, joinWaitlist } from '#contract/admission/waitlist.ts'
import { retention } from '#contract/privacy/retention.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import {
  insertInvite,
  insertEntry,
  insertRedemption,
  insertEntryLink,
} from '#testing/fixtures/admission.ts'
import { forgetDoor } from './cleanup.service.ts'

const NOW = '2027-03-31T12:00:00Z'
const before = (days: number, seconds = 0) =>
  new Date(Date.parse(NOW) - days * 86_400_000 - seconds * 1000)
const emails = async ({ db }: Club) =>
  (await db.rows<{ email: string }>(sql`select email from waitlist order by email`)).map(
    ({ email }) => email,
  )

test('unconfirmed entries go after thirty days, confirmed ones after twelve months, and not a second sooner', async () => {
  await using club = await openClub({ now: NOW })
  const young = [
    await insertEntry(club, { isConfirmed: false, at: before(30, -1) }),
    await insertEntry(club, { at: new Date('2026-03-31T12:00:01Z') }),
  ]
  await insertEntry(club, { isConfirmed: false, at: before(30) })
  await insertEntry(club, { at: new Date('2026-03-31T12:00:00Z') })
  expect(await forgetDoor(club.app)).toMatchObject({ waitlistUnconfirmed: 1, waitlistConfirmed: 1 })
  expect(await emails(club)).toEqual(young.map(({ email }) => email).sort())
  expect(await forgetDoor(club.app)).toMatchObject({ waitlistUnconfirmed: 0, waitlistConfirmed: 0 })
  expect([retention.waitlistUnconfirmed, retention.waitlistConfirmed]).toMatchObject([
    { amount: 30, unit: 'days' },
    { amount: 12, unit: 'months' },
  ])
})

test('the job keeps the rules by itself and writes down what it removed', async () => {
  await using club = await openClub({ now: NOW })
  await insertEntry(club, { isConfirmed: false, at: before(31) })
  await club.db.transaction((tx) => club.app.jobs.send(tx, 'clean_door', {}))
  await club.app.jobs.drain()
  expect(await emails(club)).toEqual([])
  const runs = await club.db.rows(sql`select rule, removed from retention_runs`)
  expect(runs).toEqual([{ rule: 'waitlistUnconfirmed', removed: 1 }])
})

test('where somebody asked and clicked is forgotten after ninety days, when they did is not', async () => {
  await using club = await openClub({ now: before(90) })
  await club.call(null, joinWaitlist, { body: { email: 'nora@example.org' } })
  await club.db.run(sql`update waitlist set confirmed_at = requested_at, confirmed_from = 'x'`)
  const whence = () =>
    club.db.row(sql`
      select requested_from is null as asked, confirmed_from is null as clicked,
        confirmed_at is not null as proof from waitlist`)
  club.clock.set(before(0, 1))
  expect((await forgetDoor(club.app)).addresses).toBe(0)
  expect(await whence()).toEqual({ asked: false, clicked: false, proof: true })
  club.clock.set(NOW)
  expect((await forgetDoor(club.app)).addresses).toBe(2)
  expect(await whence()).toEqual({ asked: true, clicked: true, proof: true })
})

test('what has served its purpose goes: of members, and of codes that were used or are good no longer', async () => {
  await using club = await openClub({ now: NOW, config: { admission: 'invitation' } })
  const admin = await club.member({ isAdmin: true })
  const member = await insertEntry(club, { email: (await club.member()).email })
  const waiting = await insertEntry(club, {
    email: (await club.member({ isAdmitted: false })).email,
  })
  const [open, used, revoked, expired] = [
    await insertEntry(club),
    await insertEntry(club),
    await insertEntry(club),
    await insertEntry(club),
  ]
  const ids = [open, used, revoked, expired].map(({ id }) => id)
  await club.call(admin, admit, { body: { ids } })
  await club.db.run(sql`update invitations set uses = 1 where email = ${used.email}`)
  await club.db.run(sql`update invitations set revoked_at = ${NOW} where email = ${revoked.email}`)
  await club.db.run(sql`update invitations set expires_at = ${NOW} where email = ${expired.email}`)
  expect(await emails(club)).toContain(member.email)
  await forgetDoor(club.app)
  expect(await emails(club)).toEqual([open.email, waiting.email].sort())
})

test('that an address was declined is forgotten after ninety days; an account may read it for longer', async () => {
  await using club = await openClub({ now: before(90), config: { admission: 'invitation' } })
  const admin = await club.member({ isAdmin: true })
  const bare = await insertEntry(club)
  const nora = await club.member({ isAdmitted: false })
  for (const id of [bare.id, nora.userId])
    await club.call(admin, decline, { body: { id, reason: 'No.' } })
  club.clock.set(before(0, 1))
  await forgetDoor(club.app)
  expect(await emails(club)).toEqual([bare.email, nora.email].sort())
  club.clock.set(NOW)
  await forgetDoor(club.app)
  expect(await emails(club)).toEqual([nora.email])
  // as long as they may not ask again
  expect(retention.waitlistDeclined).toMatchObject({ amount: limits.rejoinDays, unit: 'days' })
  await club.db.run(sql`delete from users where id = ${nora.userId}`)
  expect(await emails(club)).toEqual([])
})

test('somebody who asks again once a refusal has run out keeps the link they are mailed', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await club.member({ isAdmin: true })
  const { id, email } = await insertEntry(club)
  await club.call(admin, decline, { body: { id, reason: 'No.' } })
  club.clock.advance({ days: 90 })
  await club.call(null, joinWaitlist, { body: { email } })
  const [, token = ''] = /#confirm=([\w-]+)/.exec((await club.mails()).at(-1)!.text) ?? []
  await forgetDoor(club.app)
  const entry = () => club.db.row(sql`select declined_reason, confirmed_at from waitlist`)
  expect(await entry()).toEqual({ declinedReason: null, confirmedAt: null })
  club.clock.advance({ days: 1 })
  expect((await club.call(null, confirmWaitlist, { body: { token } })).ok).toBe(true)
  expect(await entry()).toEqual({
    declinedReason: null,
    confirmedAt: club.app.now().toISOString(),
  })
})

test('an account nobody confirmed goes without taking the place of the address along', async () => {
  await using club = await openClub({ config: { emailConfirmation: 'required' } })
  const { email } = await insertEntry(club)
  const squatter = await club.member({ email, isConfirmed: false, isAdmitted: true })
  await forgetDoor(club.app)
  await club.db.run(sql`delete from users where id = ${squatter.userId}`)
  expect(await emails(club)).toEqual([email])
  const owner = await club.member({ email, isAdmitted: false })
  await club.db.run(sql`delete from users where id = ${owner.userId}`)
  expect(await emails(club)).toEqual([])
})

test('links are forgotten when they expire, and how long people waited after thirty days', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await club.member({ isAdmin: true })
  const entry = await insertEntry(club)
  await insertEntryLink(club, entry, 'confirm')
  await club.call(admin, admit, { body: { ids: [(await insertEntry(club)).id] } })
  const left = () =>
    club.db.row(sql`
      select (select count(*) from waitlist_tokens) as tokens, (select count(*) from waits) as waits`)
  await forgetDoor(club.app)
  expect(await left()).toEqual({ tokens: 1, waits: 1 })
  club.clock.advance({ days: 1 })
  await forgetDoor(club.app)
  expect(await left()).toEqual({ tokens: 0, waits: 1 })
  club.clock.advance({ days: 29 })
  await forgetDoor(club.app)
  expect(await left()).toEqual({ tokens: 0, waits: 0 })
})

test('ninety days after an invitation is over nobody knows whom it was for, and the tree still stands', async () => {
  await using club = await openClub({ now: before(90) })
  const [mia, nora] = [await club.member(), await club.member()]
  await insertRedemption(club, mia, nora)
  await club.db.run(sql`update invitations set email = ${nora.email}, note = 'a friend'`)
  await insertInvite(club, { email: 'somebody@example.org' })
  await club.db.run(sql`update invitations set expires_at = ${before(90).toISOString()}`)
  const otherInvite = await insertInvite(club, { email: 'else@example.org', days: 200 })

  club.clock.set(before(0, 1))
  expect((await forgetDoor(club.app)).invitations).toBe(0)
  club.clock.set(NOW)
  expect((await forgetDoor(club.app)).invitations).toBe(2)
  expect((await forgetDoor(club.app)).invitations).toBe(0)
  const left = await club.db.rows(sql`
    select i.id = ${otherInvite.id} as is_kept, i.email, i.note, t.user_id
    from invitations i left join invitation_uses t on t.invitation_id = i.id order by is_kept`)
  expect(left).toEqual([
    { isKept: false, email: null, note: null, userId: nora.userId },
    { isKept: true, email: 'else@example.org', note: null, userId: null },
  ])
})
