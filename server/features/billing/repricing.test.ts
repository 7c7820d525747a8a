import { expect, test } from 'vitest'
import { acceptPrice } from '#contract/billing/billing.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import {
  findAgreement,
  subscribeMember,
  readSubscription,
  turn,
} from '#testing/billing/subscribers.ts'

// Ordered on 2 November; a price of 2 November is announced for 2 January.
const NOW = '2026-11-02T12:00:00Z'

/** A member to whom a higher price was announced; one more month is paid at the former. */
async function announced(faults: Parameters<Club['house']['faults']>[0] = {}) {
  const club = await openClub({ now: NOW, payments: 'house' })
  const mia = await club.member()
  const order = await subscribeMember(club, mia)
  club.clock.advance({ days: 1 })
  club.config.premiumCents = 2490
  await club.secondServer()
  await turn(club)
  await club.house.faults(faults)
  const { newPrice } = await readSubscription(club, mia)
  const agree = async () => {
    const member = { ...mia, ...(await club.session(mia)) }
    const body = { priceId: newPrice!.price.id }
    const answer = await club.call(member, acceptPrice, { body })
    if (!answer.ok) throw new Error(answer.code)
    return answer.answer
  }
  return { club, mia, order, agree }
}
const at = async (club: Club, time: string) => {
  club.clock.set(time)
  await turn(club)
}
const seen = async (club: Club, mia: TestMember) =>
  readSubscription(club, { ...mia, ...(await club.session(mia)) })
const charged = async (club: Club) =>
  (
    await club.db.rows<{ cents: number }>(sql`
      select (data ->> 'cents')::int as cents from subscription_events
      where kind = 'paid' order by occurred_at`)
  ).map(({ cents }) => cents)
const mailsAbout = async (club: Club, order: { id: string }) =>
  (await club.house.provider.read(await findAgreement(club, order)))?.cents
const subjects = async (club: Club, mia: TestMember, words: RegExp) =>
  (await club.mails()).filter(({ to, subject }) => to === mia.email && words.test(subject))

test('a price that was agreed to is charged from its day on, and no sooner', async () => {
  const { club, mia, order, agree } = await announced()
  await using _ = club
  expect(await agree()).toMatchObject({ newPrice: null, price: { cents: 1990 } })
  await turn(club)
  expect(await mailsAbout(club, order)).toBe(1990)
  await at(club, '2026-12-02T12:00:00Z')
  expect(await mailsAbout(club, order)).toBe(2490)
  expect(await seen(club, mia)).toMatchObject({
    price: { cents: 1990 },
    nextChargeAt: '2027-01-02T12:00:00.000Z',
    nextChargeCents: 2490,
  })
  await at(club, '2026-12-26T12:00:00Z')
  const [reminder] = (await subjects(club, mia, /renews/)).slice(-1)
  expect(reminder?.text).toContain('€24.90 will be charged')
  await at(club, '2027-01-02T12:00:00Z')
  expect(await charged(club)).toEqual([1990, 1990, 2490])
  expect(await seen(club, mia)).toMatchObject({ status: 'active', price: { cents: 2490 } })
  const invoices = await club.db.rows(sql`select cents from invoices order by number`)
  expect(invoices).toEqual([{ cents: 1990 }, { cents: 1990 }, { cents: 2490 }])
  expect(await club.db.rows(sql`select from refunds`)).toEqual([])
})

test('where the first charge at a new price fails, that is the sum one hears of', async () => {
  const { club, mia, agree } = await announced()
  await using _ = club
  await agree()
  await at(club, '2026-12-02T12:00:00Z')
  await club.house.faults({ charges: 'failing' })
  await at(club, '2027-01-02T12:00:01Z')
  const [failed] = await subjects(club, mia, /^Your payment for/)
  expect(failed?.text).toContain('€24.90')
  expect(await seen(club, mia)).toMatchObject({ status: 'past_due', nextChargeCents: 2490 })
})

test('while the provider is away the former price goes on, and nobody loses their contract by it', async () => {
  const { club, mia, order, agree } = await announced()
  await using _ = club
  await at(club, '2026-12-02T12:00:00Z')
  await club.house.faults({ calls: 'down' })
  expect(await agree()).toMatchObject({ newPrice: null })
  await turn(club)
  await at(club, '2026-12-26T12:00:00Z')
  const [first] = (await subjects(club, mia, /renews/)).slice(-1)
  expect(first?.text).toContain('€19.90 will be charged')
  await club.house.faults({ calls: 'unsure' })
  await at(club, '2026-12-27T12:00:00Z')
  await club.house.faults({ calls: 'well' })
  await at(club, '2026-12-28T12:00:00Z')
  expect(await mailsAbout(club, order)).toBe(2490)
  // what the reminder had said is no longer what is charged
  const [corrected] = (await subjects(club, mia, /renews/)).slice(-1)
  expect(corrected?.text).toContain('€24.90 will be charged')
  await at(club, '2027-01-02T12:00:00Z')
  expect(await charged(club)).toEqual([1990, 1990, 2490])
})

test('where the provider asks the payer too, the price counts once it says that they agreed', async () => {
  const { club, mia, order, agree } = await announced({ prices: 'asking' })
  await using _ = club
  expect(await agree()).toMatchObject({ newPrice: null })
  await at(club, '2026-12-02T12:00:00Z')
  await turn(club)
  const [mail, ...more] = await subjects(club, mia, /One more step/)
  expect(more).toEqual([])
  expect(mail?.text).toContain('€24.90 a month instead of €19.90')
  const waiting = await seen(club, mia)
  expect(waiting).toMatchObject({ nextChargeAt: null, newPrice: { price: { cents: 2490 } } })
  expect(await mailsAbout(club, order)).toBe(1990)
  // pressing again leads to an address that works
  const { newPrice } = await agree()
  await club.house.approve(newPrice!.approveUrl)
  expect(await seen(club, mia)).toMatchObject({
    newPrice: null,
    nextChargeAt: '2027-01-02T12:00:00.000Z',
  })
  await at(club, '2027-01-02T12:00:00Z')
  expect(await charged(club)).toEqual([1990, 1990, 2490])
})

test('a member who does not agree at the provider is charged nothing more, as if they had not answered', async () => {
  const { club, mia, agree } = await announced({ prices: 'asking' })
  await using _ = club
  await at(club, '2026-12-02T12:00:00Z')
  const { newPrice } = await agree()
  await club.house.decline(newPrice!.approveUrl)
  await at(club, '2027-01-01T12:00:00Z')
  expect(await seen(club, mia)).toMatchObject({
    status: 'cancelled',
    endsAt: '2027-01-02T12:00:00.000Z',
  })
  await at(club, '2027-01-03T12:00:00Z')
  expect(await charged(club)).toEqual([1990, 1990])
})

test('asked only days before the renewal, they have another month to agree there', async () => {
  const { club, mia, agree } = await announced({ prices: 'asking' })
  await using _ = club
  await at(club, '2026-12-02T12:00:00Z')
  await at(club, '2026-12-30T12:00:00Z')
  const { newPrice } = await agree()
  expect(newPrice).toMatchObject({ from: '2027-02-02T12:00:00.000Z' })
  await at(club, '2027-01-02T12:00:00Z')
  expect(await seen(club, mia)).toMatchObject({ status: 'active', price: { cents: 1990 } })
  expect(await charged(club)).toEqual([1990, 1990, 1990])
})

test('an agreement whose notice was lost is found in the night', async () => {
  const { club, mia, agree } = await announced({ prices: 'asking' })
  await using _ = club
  await at(club, '2026-12-02T12:00:00Z')
  const { newPrice } = await agree()
  await club.house.faults({ notices: 'lost' })
  await club.house.approve(newPrice!.approveUrl)
  expect((await seen(club, mia)).newPrice).not.toBeNull()
  await club.app.jobs.send(club.db, 'reconcile_payments', {})
  await club.app.jobs.drain()
  expect((await seen(club, mia)).newPrice).toBeNull()
})
