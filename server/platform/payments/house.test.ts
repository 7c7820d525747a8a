import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import { openHouse } from '#testing/billing/house.ts'
import { uuid } from '#testing/random.ts'
import type { ProviderEvent, ProviderOrder } from '../payments.ts'
import { monthsLater } from './house.acts.ts'

const START = '2026-01-31T11:00:00.000Z'

async function house() {
  const dataDir = await mkdtemp(join(tmpdir(), 'house-'))
  let now = new Date(START)
  const opened = await openHouse(dataDir, () => now)
  const club = await listener(opened.provider.verify)
  opened.notify(club.url)
  onTestFinished(async () => {
    await opened.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  return Object.assign(opened, {
    verdicts: club.verdicts,
    refuseNotices: (isDeaf: boolean) => void (club.isDeaf = isDeaf),
    advance: async (days: number) => {
      now = new Date(now.getTime() + days * DAY_MS)
      await opened.settle()
    },
  })
}

/** Stands where the club is: hears notices and has the provider say whether they are its own. */
async function listener(verify: Awaited<ReturnType<typeof openHouse>>['provider']['verify']) {
  const verdicts: (ProviderEvent | 'forged' | 'unknown')[] = []
  const receive = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    if (club.isDeaf) return void outgoing.writeHead(503).end()
    const verdict = await verify(incoming.headers as Record<string, string>, Buffer.concat(chunks))
    verdicts.push(...(verdict.outcome === 'genuine' ? verdict.events : [verdict.outcome]))
    outgoing.writeHead(200).end()
  }
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const club = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    verdicts,
    isDeaf: false,
  }
  return club
}

const order = (fields: Partial<ProviderOrder> = {}): ProviderOrder => ({
  subscriptionId: uuid(),
  number: 'A-2026-123456',
  cents: 1990,
  currency: 'EUR',
  returnUrl: 'http://localhost:3000/upgrade/1',
  cancelUrl: 'http://localhost:3000/upgrade',
  language: 'de',
  ...fields,
})
const kinds = (events: readonly (ProviderEvent | string)[] = []) =>
  events.map((event) => (typeof event === 'string' ? event : event.kind))

test('an order is approved on a page of its own and paid at once', async () => {
  const shop = await house()
  const { providerId, approveUrl } = await shop.provider.start(order())
  expect((await shop.provider.read(providerId))?.status).toBe('waiting')
  const page = await fetch(approveUrl).then((answer) => answer.text())
  expect(page).toContain('Zustimmen und zahlen')
  expect(page).toContain('19,90')

  expect(await shop.approve(approveUrl)).toBe('http://localhost:3000/upgrade/1')
  const state = await shop.provider.read(providerId)
  expect(state).toMatchObject({ status: 'active', approveUrl: null })
  expect(kinds(state?.events)).toEqual(['approved', 'paid'])
  expect(shop.verdicts).toEqual(state?.events)
})

test('the payment page is in English for an English order, and can be declined', async () => {
  const shop = await house()
  const { providerId, approveUrl } = await shop.provider.start(order({ language: 'en' }))
  expect(await fetch(approveUrl).then((answer) => answer.text())).toContain('Approve and pay')
  expect(await shop.decline(approveUrl)).toBe('http://localhost:3000/upgrade')
  expect(await shop.provider.read(providerId)).toMatchObject({ status: 'stopped' })
  expect(await shop.approve(approveUrl)).toBe('http://localhost:3000/upgrade')
  expect(kinds(shop.verdicts)).toEqual(['stopped'])
})

test('the same order asked for twice is one agreement', async () => {
  const shop = await house()
  const wanted = order()
  const both = await Promise.all([shop.provider.start(wanted), shop.provider.start(wanted)])
  expect(both[0]).toEqual(both[1])
})

test('every month is charged on its day, and nothing any more once it is stopped', async () => {
  const shop = await house()
  const { providerId, approveUrl } = await shop.provider.start(order())
  await shop.approve(approveUrl)
  await shop.advance(70)
  const { events } = (await shop.provider.read(providerId))!
  const paid = events.filter(({ kind }) => kind === 'paid')
  expect(paid.map(({ occurredAt }) => occurredAt.toISOString())).toEqual([
    START,
    '2026-02-28T11:00:00.000Z',
    // the same time on the clock of Berlin, in summer
    '2026-03-31T10:00:00.000Z',
  ])
  await shop.provider.cancel(providerId)
  await shop.provider.cancel(providerId)
  await shop.advance(70)
  expect(kinds(shop.verdicts)).toEqual(['approved', 'paid', 'paid', 'paid', 'stopped'])
})

test('a charge that fails is tried again on two later days, then given up', async () => {
  const shop = await house()
  const { providerId, approveUrl } = await shop.provider.start(order())
  await shop.approve(approveUrl)
  await shop.faults({ charges: 'failing' })
  await shop.advance(60)
  const state = (await shop.provider.read(providerId))!
  expect(state.status).toBe('suspended')
  const days = state.events
    .filter(({ kind }) => kind === 'payment_failed')
    .map(({ occurredAt }) => (occurredAt.getTime() - Date.parse('2026-02-28T11:00Z')) / DAY_MS)
  expect(days).toEqual([0, 5, 10])
})

test('a payment goes back once for each key, and never more of it than was paid', async () => {
  const shop = await house()
  const { providerId, approveUrl } = await shop.provider.start(order())
  await shop.approve(approveUrl)
  const [, paid] = (await shop.provider.read(providerId))!.events
  const paymentId = paid?.kind === 'paid' ? paid.paymentId : ''
  const refund = (key: string, cents: number) =>
    shop.provider.refund({ providerId, paymentId, cents, currency: 'EUR', key })
  expect(await refund('one', 1000)).toEqual(await refund('one', 1000))
  await expect(refund('two', 991)).rejects.toMatchObject({ isFinal: true })
  await refund('three', 990)
  await shop.settle()
  expect(kinds(shop.verdicts)).toEqual(['approved', 'paid', 'refunded', 'refunded'])
})

test('a restart loses nothing: neither the agreement, nor its address, nor a notice on its way', async () => {
  const shop = await house()
  const { approveUrl } = await shop.provider.start(order())
  await shop.faults({ notices: 'held' })
  await shop.approve(approveUrl)
  await shop.restart()
  expect((await fetch(approveUrl)).status).toBe(200)
  expect(shop.verdicts).toEqual([])
  await shop.faults({ notices: 'well' })
  await shop.settle()
  expect(kinds(shop.verdicts)).toEqual(['approved', 'paid'])
})

test('a notice comes again until the club says that it has it', async () => {
  const shop = await house()
  const { approveUrl } = await shop.provider.start(order())
  shop.refuseNotices(true)
  await shop.approve(approveUrl)
  shop.refuseNotices(false)
  expect(shop.verdicts).toEqual([])
  await shop.advance(1)
  expect(kinds(shop.verdicts)).toEqual(['approved', 'paid'])
})

test('notices come twice, late, newest first, not at all, or from somebody else, as asked', async () => {
  const shop = await house()
  const { providerId, approveUrl } = await shop.provider.start(order())
  await shop.faults({ copies: 2, lateSeconds: 3600, newestFirst: true })
  await shop.approve(approveUrl)
  expect(shop.verdicts).toEqual([])
  await shop.advance(1)
  expect(kinds(shop.verdicts)).toEqual(['paid', 'paid', 'approved', 'approved'])
  await shop.faults({ copies: 1, lateSeconds: 0, notices: 'lost' })
  await shop.reverse(providerId)
  await shop.settle()
  expect(shop.verdicts).toHaveLength(4)
  const { events } = (await shop.provider.read(providerId))!
  expect(kinds(events)).toEqual(['approved', 'paid', 'reversed', 'stopped'])
  await shop.forge({ id: 'x', agreement: providerId, at: START, kind: 'approved' })
  expect(shop.verdicts.at(-1)).toBe('forged')
})

test.each(['down', 'lying'] as const)(
  'a house that is %s is a failure to try again',
  async (calls) => {
    const shop = await house()
    const { providerId } = await shop.provider.start(order())
    await shop.faults({ calls })
    await expect(shop.provider.start(order())).rejects.toMatchObject({ isFinal: false })
    await expect(shop.provider.read(providerId)).rejects.toMatchObject({ isFinal: false })
    await shop.faults({ calls: 'well' })
    expect(await shop.provider.read(providerId)).toMatchObject({ status: 'waiting' })
  },
)

test.each(['slow', 'unsure'] as const)(
  'a house that is %s has done what it was asked',
  async (calls) => {
    const shop = await house()
    const { providerId } = await shop.provider.start(order())
    await shop.faults({ calls })
    await expect(shop.provider.cancel(providerId)).rejects.toMatchObject({ isFinal: false })
    await shop.faults({ calls: 'well' })
    expect(await shop.provider.read(providerId)).toMatchObject({ status: 'stopped' })
  },
)

test('nobody without its key asks the house anything', async () => {
  const shop = await house()
  expect((await fetch(`${shop.url}/agreements`, { method: 'POST' })).status).toBe(401)
  expect((await fetch(`${shop.url}/door/faults`, { method: 'POST' })).status).toBe(401)
  expect(await shop.provider.read('HA-UNKNOWN')).toBeNull()
})

test('a month later is the same day in Berlin, or the last of its month', () => {
  const later = (at: string, months: number) => monthsLater(new Date(at), months).toISOString()
  expect(later('2026-01-31T23:30:00.000Z', 1)).toBe('2026-02-28T23:30:00.000Z')
  expect(later('2027-12-31T12:00:00.000Z', 2)).toBe('2028-02-29T12:00:00.000Z')
  expect(later('2026-09-30T22:30:00.000Z', 1)).toBe('2026-10-31T23:30:00.000Z')
})
