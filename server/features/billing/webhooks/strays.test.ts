import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/database.ts'
import { linkAgreement } from '#server/features/billing/subscriptions/agreements.service.ts'
import { openLog } from '#server/platform/process/log.ts'
import { createOrder, readBooks } from '#testing/billing/orders.ts'
import { turn } from '#testing/billing/subscribers.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { uuid } from '#testing/random.ts'
import { settleStrays } from './strays.service.ts'
import { settleWebhooks } from './webhooks.service.ts'

// The database went back in time, to a standby or a backup, while the provider went on.

const START = '2026-03-02T10:00:00Z'

async function opened() {
  const lines: string[] = []
  const sink = new Writable({ write: (line, _, done) => (lines.push(String(line)), done()) })
  const club = await openClub({ now: START, payments: 'house', log: openLog('error', sink) })
  return { club, lines }
}
const forgetAgreement = (club: Club, { id }: { id: string }) =>
  club.db.run(sql`update subscriptions set provider_id = null, approve_url = null where id = ${id}`)
const statuses = async ({ db }: Club) =>
  new Set(
    (await db.rows<{ status: string }>(sql`select status from webhooks`)).map(
      ({ status }) => status,
    ),
  )
const PAID = { status: 'active', booked: ['payment'], isBalanced: true, invoices: [1990] }

test('an order whose agreement was lost is paid by it all the same, once', async () => {
  const { club, lines } = await opened()
  await using _ = club
  const order = await createOrder(club, await club.member())
  await forgetAgreement(club, order)
  await club.house.faults({ copies: 3, newestFirst: true })
  await club.house.approve(order.approveUrl)
  expect(await readBooks(club, order)).toMatchObject(PAID)
  expect(await statuses(club)).toEqual(new Set(['applied', 'repeated']))
  expect(await club.house.agreements()).toBe(1)
  expect(lines).toEqual([])
})

test('an order whose agreement and notices were lost asks the provider before it is given up', async () => {
  const { club } = await opened()
  await using _ = club
  const order = await createOrder(club, await club.member())
  await club.house.faults({ notices: 'lost' })
  await club.house.approve(order.approveUrl)
  await forgetAgreement(club, order)
  club.clock.advance({ hours: 3 })
  await turn(club)
  await turn(club)
  expect(await readBooks(club, order)).toMatchObject(PAID)
  expect(await club.house.agreements()).toBe(1)
})

test('an agreement whose order was lost is stopped, and what was paid goes back once', async () => {
  const { club, lines } = await opened()
  await using _ = club
  const payments = club.app.payments!
  const { providerId, approveUrl } = await payments.start({
    subscriptionId: uuid(),
    number: 'A-2026-000001',
    cents: 1990,
    currency: 'EUR',
    returnUrl: `${club.url}/upgrade/1`,
    cancelUrl: `${club.url}/upgrade`,
    language: 'de',
  })
  await club.house.faults({ copies: 3 })
  await club.house.approve(approveUrl)
  await club.house.settle()
  const atProvider = async () => {
    const state = await payments.read(providerId)
    return [state?.status, state?.events.map(({ kind }) => kind).toSorted()]
  }
  const settled = ['stopped', ['approved', 'paid', 'refunded', 'stopped']]
  expect(await atProvider()).toEqual(settled)
  expect(await statuses(club)).toEqual(new Set(['unknown']))
  // whoever runs the club is told
  expect(lines.join()).toContain('was stopped')
  expect(lines.join()).toContain('was paid back')
  club.clock.advance({ days: 32 })
  await club.house.settle()
  expect(await atProvider()).toEqual(settled)
})

test('an order that has another agreement is paid by that one alone', async () => {
  const { club } = await opened()
  await using _ = club
  const payments = club.app.payments!
  const order = await createOrder(club, await club.member())
  await club.db.run(sql`update subscriptions set provider_id = 'HA-NEWER' where id = ${order.id}`)
  await club.house.approve(order.approveUrl)
  await club.house.settle()
  const { status, events } = (await payments.read(order.providerId))!
  expect(status).toBe('stopped')
  expect(events.map(({ kind }) => kind)).toContain('refunded')
  expect(await readBooks(club, order)).toMatchObject({ status: 'pending', booked: [] })
})

test('an order that another of its notices linked meanwhile keeps its agreement', async () => {
  const { club } = await opened()
  await using _ = club
  const payments = club.app.payments!
  const order = await createOrder(club, await club.member())
  await forgetAgreement(club, order)
  await club.house.faults({ notices: 'lost' })
  await club.house.approve(order.approveUrl)
  const { events } = (await payments.read(order.providerId))!
  const linkedMeanwhile = {
    ...payments,
    async read(providerId: string) {
      const found = await payments.read(providerId)
      await linkAgreement(club.app, order.id, { providerId, approveUrl: order.approveUrl })
      return found
    },
  }
  await settleStrays(club.app, linkedMeanwhile, events)
  expect(await payments.read(order.providerId)).toMatchObject({ status: 'active' })
})

test('while the provider cannot say whose it is, the notice waits', async () => {
  const { club } = await opened()
  await using _ = club
  const order = await createOrder(club, await club.member())
  await forgetAgreement(club, order)
  await club.house.faults({ calls: 'down' })
  await club.house.approve(order.approveUrl)
  expect(await statuses(club)).toEqual(new Set(['received']))
  await club.house.faults({ calls: 'well' })
  club.clock.advance({ minutes: 2 })
  await turn(club)
  await settleWebhooks(club.app)
  expect(await readBooks(club, order)).toMatchObject(PAID)
})
