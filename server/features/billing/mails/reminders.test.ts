import { expect, test } from 'vitest'
import { acceptPrice, cancelSubscription, getBilling } from '#contract/billing/billing.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { subscribeMember, readSubscription, turn } from '#testing/billing/subscribers.ts'
import { uuid } from '#testing/random.ts'

const NOW = '2026-11-02T12:00:00Z'
const openShop = () => openClub({ now: NOW, payments: 'house' })
const mailsTo = async (club: Club, { email }: TestMember, subject: string) =>
  (await club.mails()).filter((mail) => mail.to === email && mail.subject.includes(subject))
const back = async (club: Club, member: TestMember) => ({
  ...member,
  ...(await club.session(member)),
})
const codeOf = (answer: { ok: boolean; code?: string }) => (answer.ok ? 'ok' : answer.code)

/** The club starts anew with another price. */
async function reprice(club: Club, cents: number): Promise<string> {
  club.config.premiumCents = cents
  await club.secondServer()
  const row = await club.db.row<{ id: string }>(
    sql`select id from plan_prices order by created_at desc limit 1`,
  )
  return row!.id
}

test('seven days before a renewal one mail says when and how much, and how to be rid of it', async () => {
  await using club = await openShop()
  const mia = await club.member()
  await subscribeMember(club, mia)
  club.clock.set('2026-11-25T11:59:59Z')
  await turn(club)
  expect(await mailsTo(club, mia, 'renews')).toEqual([])
  club.clock.set('2026-11-25T12:00:00Z')
  await turn(club)
  await turn(club)
  const [mail, ...more] = await mailsTo(club, mia, 'renews')
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Your Premium renews on 2 December 2026')
  expect(mail?.text).toContain('€19.90 will be charged')
  expect(mail?.text).toContain('/settings')
  // and once for every month
  club.clock.set('2026-12-02T12:00:00Z')
  await turn(club)
  club.clock.set('2026-12-26T12:00:00Z')
  await turn(club)
  expect(await mailsTo(club, mia, 'renews')).toHaveLength(2)
})

test('a German member gets German mails', async () => {
  await using club = await openShop()
  const mia = await club.member()
  await club.db.run(sql`update users set language = 'de' where id = ${mia.userId}`)
  await subscribeMember(club, mia)
  club.clock.set('2026-11-25T12:00:00Z')
  await turn(club)
  const [mail] = await mailsTo(club, mia, 'verlängert')
  expect(mail?.subject).toBe('Ihr Premium verlängert sich am 2. Dezember 2026')
  expect(mail?.text).toMatch(/werden 19,90\s€ abgebucht/)
})

test('a member who cancelled is not told of a renewal', async () => {
  await using club = await openShop()
  const mia = await club.member()
  await subscribeMember(club, mia)
  await club.call(mia, cancelSubscription, {})
  club.clock.set('2026-11-25T12:00:00Z')
  await turn(club)
  expect(await mailsTo(club, mia, 'renews')).toEqual([])
})

test('a new price is announced thirty days ahead at least, and costs nobody anything without consent', async () => {
  await using club = await openShop()
  const mia = await club.member()
  await subscribeMember(club, mia)
  club.clock.advance({ days: 2 })
  const priceId = await reprice(club, 2490)
  await turn(club)
  await turn(club)
  const [mail, ...more] = await mailsTo(club, mia, 'A new price')
  expect(more).toEqual([])
  expect(mail?.subject).toBe('A new price for Premium from 2 January 2027')
  expect(mail?.text).toContain('€24.90 a month instead of €19.90')
  expect(await readSubscription(club, mia)).toMatchObject({
    price: { cents: 1990 },
    newPrice: { price: { id: priceId, cents: 2490 }, from: '2027-01-02T12:00:00.000Z' },
  })
  const seen = await club.call(mia, getBilling, {})
  expect(seen.ok && seen.answer.price.cents).toBe(2490)

  // one more month at the old price, then silence ends it before anything else is charged
  club.clock.set('2026-12-02T12:00:00Z')
  await turn(club)
  let later = await back(club, mia)
  expect(await readSubscription(club, later)).toMatchObject({
    status: 'active',
    nextChargeAt: null,
  })
  club.clock.set('2027-01-01T12:00:00Z')
  await turn(club)
  later = await back(club, mia)
  expect(await readSubscription(club, later)).toMatchObject({
    status: 'cancelled',
    cancelledAt: null,
    endsAt: '2027-01-02T12:00:00.000Z',
  })
  const late = await club.call(later, acceptPrice, { body: { priceId } })
  expect(codeOf(late)).toBe('PGRST116')
  club.clock.set('2027-01-03T12:00:00Z')
  await turn(club)
  const paid = await club.db.rows(sql`select from subscription_events where kind = 'paid'`)
  expect(paid).toHaveLength(2)
})

test('a new price of a club that charges no VAT does not speak of any', async () => {
  await using club = await openClub({ now: NOW, payments: 'house', config: { vatPercent: 0 } })
  const mia = await club.member()
  await subscribeMember(club, mia)
  club.clock.advance({ days: 2 })
  await reprice(club, 2490)
  await turn(club)
  const [mail] = await mailsTo(club, mia, 'A new price')
  expect(mail?.text).toContain('€24.90 a month instead of €19.90.')
  expect(mail?.text).not.toContain('VAT')
})

test('a member who agrees to a new price goes on, and a price that was not announced cannot be agreed to', async () => {
  await using club = await openShop()
  const mia = await club.member()
  const { price } = await subscribeMember(club, mia)
  const priceId = await reprice(club, 2490)
  await turn(club)
  const agree = (id: string) => club.call(mia, acceptPrice, { body: { priceId: id } })
  expect(codeOf(await agree(uuid()))).toBe('PGRST116')
  expect(codeOf(await agree(price.id))).toBe('ok')
  const agreed = await Promise.all([agree(priceId), agree(priceId)])
  expect(agreed.map(codeOf)).toEqual(['ok', 'ok'])
  expect(await readSubscription(club, mia)).toMatchObject({
    newPrice: null,
    price: { cents: 1990 },
  })
  club.clock.set('2026-12-02T12:00:00Z')
  await turn(club)
  expect(await readSubscription(club, await back(club, mia))).toMatchObject({
    status: 'active',
    nextChargeAt: '2027-01-02T12:00:00.000Z',
  })
})

test('a price that is taken back or lower asks nothing of anybody', async () => {
  await using club = await openShop()
  const mia = await club.member()
  await subscribeMember(club, mia)
  await reprice(club, 1490)
  await turn(club)
  expect((await readSubscription(club, mia)).newPrice).toBeNull()
  await reprice(club, 2490)
  await turn(club)
  expect((await readSubscription(club, mia)).newPrice?.price.cents).toBe(2490)
  club.clock.advance({ minutes: 1 })
  await reprice(club, 1990)
  await turn(club)
  expect(await readSubscription(club, mia)).toMatchObject({
    newPrice: null,
    nextChargeAt: '2026-12-02T12:00:00.000Z',
  })
  expect(await mailsTo(club, mia, 'A new price')).toHaveLength(1)
})

test('a member whose late payment was heard of before the mail went out is not told that it is over', async () => {
  await using club = await openShop()
  const mia = await club.member()
  await subscribeMember(club, mia)
  await club.house.faults({ charges: 'failing' })
  club.clock.set('2026-12-02T12:00:00Z')
  await turn(club)
  // neither the provider nor a mail server can be reached
  await club.house.faults({ charges: 'well', notices: 'held', calls: 'down' })
  club.config.smtpUrl = 'smtp://127.0.0.1:1'
  club.clock.set('2026-12-16T12:00:00Z')
  await turn(club)
  expect(await readSubscription(club, await back(club, mia))).toMatchObject({ status: 'ended' })
  await club.house.faults({ notices: 'well', calls: 'well' })
  await club.house.settle()
  club.config.smtpUrl = null
  await club.app.jobs.drain({ later: true })
  expect(await readSubscription(club, await back(club, mia))).toMatchObject({ status: 'active' })
  expect(await mailsTo(club, mia, 'Your Premium has ended')).toEqual([])
})
