import { expect, test } from 'vitest'
import { documentVersions } from '#contract/consent/consentVersions.ts'
import type { RequestOf } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { getMoneyFigures, listRefunds, listSubscriptions } from '#contract/billing/backOffice.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { createContract } from '#testing/billing/contracts.ts'
import { readTraces } from '#testing/fixtures/submissions.ts'
import { applyEvents } from '#server/features/billing/subscriptions/subscriptions.service.ts'

const NOW = '2026-11-21T13:30:00Z'
type ListQuery = RequestOf<typeof listSubscriptions>['query']

const listed = async (club: Club, query: ListQuery = {}) => {
  const found = await club.call(await club.member({ isAdmin: true }), listSubscriptions, { query })
  if (!found.ok) throw new Error(found.code)
  return found.answer
}
const numbers = async (club: Club, query: ListQuery = {}) =>
  (await listed(club, query)).lines.map(({ number }) => number)
const figures = async (club: Club) => {
  const found = await club.call(await club.member({ isAdmin: true }), getMoneyFigures, {})
  if (!found.ok) throw new Error(found.code)
  return found.answer
}

test('an admin sees every contract, newest first, with who it belongs to and how it stands', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member({ username: 'Mia' })
  await createContract(club, mia, { number: 'A-2026-000001', at: '2026-11-01T10:00:00Z' })
  const gone = await createContract(club, await club.member(), {
    number: 'A-2026-000002',
    at: '2026-11-02T10:00:00Z',
  })
  await club.db.run(sql`update subscriptions set user_id = null where id = ${gone.id}`)
  expect(await listed(club)).toMatchObject({
    hasMore: false,
    lines: [
      { number: 'A-2026-000002', username: null },
      {
        number: 'A-2026-000001',
        username: 'Mia',
        status: 'active',
        cents: 1990,
        orderedAt: '2026-11-01T10:00:00.000Z',
        periodEnd: '2026-12-01T10:00:00.000Z',
        failures: 0,
      },
    ],
  })
})

test('a search finds a part of a username, or an order number; what looks like a pattern is none', async () => {
  await using club = await openClub({ now: NOW })
  for (const [username, number] of [
    ['Míra Sommer', 'A-2026-000001'],
    ['Som_mer 100%', 'A-2026-000002'],
    ['Ben', 'A-2026-000003'],
  ] as const)
    await createContract(club, await club.member({ username }), { number })
  const found = async (search: string) => (await numbers(club, { search })).toSorted()
  expect(await found('sommer')).toEqual(['A-2026-000001'])
  for (const search of ['mira', 'MÌR']) expect(await found(search)).toEqual(['A-2026-000001'])
  expect(await found('som')).toEqual(['A-2026-000001', 'A-2026-000002'])
  expect(await found('100%')).toEqual(['A-2026-000002'])
  expect(await found('_')).toEqual(['A-2026-000002'])
  expect(await found('%')).toEqual(['A-2026-000002'])
  expect(await found('\\')).toEqual([])
  expect(await found(' a-2026-000003 ')).toEqual(['A-2026-000003'])
  expect(await found('A – 2026 – 000003')).toEqual(['A-2026-000003'])
  expect(await found("'; drop table subscriptions; --")).toEqual([])
  expect(await found('')).toHaveLength(3)
  // no database holds it
  expect(await found('Be\0n')).toEqual(['A-2026-000003'])
})

test('filters show what runs, what fails and what ends', async () => {
  await using club = await openClub({ now: NOW })
  const at = '2026-11-01T10:00:00Z'
  const contract = async (number: string) =>
    createContract(club, await club.member(), { number, at })
  await contract('A-2026-000001')
  const failing = await contract('A-2026-000002')
  const ending = await contract('A-2026-000003')
  const occurredAt = new Date('2026-11-10T10:00:00Z')
  await club.db.transaction(async (tx) => {
    const key = 'x'
    await applyEvents(club.app, tx, failing.id, [
      { kind: 'payment_failed', key, occurredAt, data: {} },
    ])
    await applyEvents(club.app, tx, ending.id, [{ kind: 'cancelled', key, occurredAt, data: {} }])
  })
  expect(await numbers(club, { filter: 'active' })).toEqual(['A-2026-000001'])
  expect((await listed(club, { filter: 'failing' })).lines).toMatchObject([
    { number: 'A-2026-000002', status: 'past_due', failures: 1 },
  ])
  expect(await numbers(club, { filter: 'ending' })).toEqual(['A-2026-000003'])
  expect(await numbers(club, { filter: 'all' })).toHaveLength(3)
  expect(await figures(club)).toMatchObject({ active: 3, failing: 1, openRefunds: 0 })
})

test('pages follow one another without a gap, also of contracts of the same moment', async () => {
  await using club = await openClub({ now: NOW })
  const page = limits.moneyLinesPerPage
  await createContract(club, await club.member())
  await club.db.run(sql`
    insert into subscriptions (id, number, price_id, terms_version, starts_early, provider,
      ordered_at, status)
    select gen_random_uuid(), 'A-2026-' || lpad((100000 + i)::text, 6, '0'), p.id, ${documentVersions.terms}, true,
      'house', '2026-10-01T00:00:00Z'::timestamptz + make_interval(hours => i / 7), 'ended'
    from generate_series(1, ${page * 2}) i, (select id from plan_prices limit 1) p`)
  const all: string[] = []
  let after: string | undefined
  for (;;) {
    const { lines, hasMore } = await listed(club, { ...(after && { after }) })
    all.push(...lines.map(({ number }) => number))
    after = lines.at(-1)?.id
    if (!hasMore) break
    expect(lines).toHaveLength(page)
  }
  expect(new Set(all).size).toBe(page * 2 + 1)
  const inOrder = await club.db.rows<{ number: string }>(
    sql`select number from subscriptions order by ordered_at desc, id desc`,
  )
  expect(all).toEqual(inOrder.map(({ number }) => number))
})

test('months are those of Berlin, and count what was booked', async () => {
  await using club = await openClub({ now: '2026-11-21T13:30:00Z' })
  // ten minutes into November in Berlin, still October elsewhere; and ten minutes before it
  await createContract(club, await club.member(), { at: '2026-10-31T23:10:00Z' })
  const october = await createContract(club, await club.member(), { at: '2026-10-31T22:50:00Z' })
  const occurredAt = new Date('2026-11-03T10:00:00Z')
  const { paymentId } = october
  await club.db.transaction(async (tx) => {
    await applyEvents(club.app, tx, october.id, [
      { kind: 'withdrawn', key: 'w', occurredAt, data: {} },
      {
        kind: 'refunded',
        key: 'r',
        occurredAt,
        data: { paymentId, refundId: 'back', cents: 1800 },
      },
    ])
  })
  const { months } = await figures(club)
  expect(months).toHaveLength(24)
  expect(months.map(({ month }) => month)).toEqual(
    expect.arrayContaining(['2024-12', '2025-12', '2026-11']),
  )
  expect(months.slice(0, 3)).toEqual([
    {
      month: '2026-11',
      started: 1,
      ended: 1,
      payments: 1,
      grossCents: 1990,
      vatCents: 318,
      refundedCents: 1800,
    },
    {
      month: '2026-10',
      started: 1,
      ended: 0,
      payments: 1,
      grossCents: 1990,
      vatCents: 318,
      refundedCents: 0,
    },
    {
      month: '2026-09',
      started: 0,
      ended: 0,
      payments: 0,
      grossCents: 0,
      vatCents: 0,
      refundedCents: 0,
    },
  ])
})

test('a month in Berlin begins an hour earlier in summer, and the year before last is the end', async () => {
  await using club = await openClub({ now: '2026-08-01T10:00:00Z' })
  await createContract(club, await club.member(), { at: '2026-07-31T22:05:00Z' })
  await createContract(club, await club.member(), { at: '2024-08-31T21:00:00Z' })
  await createContract(club, await club.member(), { at: '2024-09-01T00:00:00Z' })
  const { months } = await figures(club)
  expect(months[0]).toMatchObject({ month: '2026-08', started: 1, payments: 1 })
  expect(months[23]).toMatchObject({ month: '2024-09', started: 1, payments: 1 })
  expect(months.reduce((sum, { started }) => sum + started, 0)).toBe(2)
})

test('what the comparison with the provider found is told, newest first', async () => {
  await using club = await openClub({ now: NOW })
  expect(await figures(club)).toMatchObject({ comparedAt: null, drift: [] })
  const { id, number } = await createContract(club, await club.member())
  await club.db.run(sql`
    insert into provider_comparisons values ('2026-11-20T02:00:00Z', 1, 0), ('2026-11-21T02:00:00Z', 1, 2)`)
  await club.db.run(sql`
    insert into provider_drift (subscription_id, found, is_repaired, at)
    values (${id}, 'paid', true, '2026-11-20T02:00:00Z'),
      (${id}, 'stopped', false, '2026-11-21T02:00:00Z')`)
  expect(await figures(club)).toMatchObject({
    comparedAt: '2026-11-21T02:00:00.000Z',
    drift: [
      { number, found: 'stopped', isRepaired: false, at: '2026-11-21T02:00:00.000Z' },
      { number, found: 'paid', isRepaired: true, at: '2026-11-20T02:00:00.000Z' },
    ],
  })
})

test('looking at money leaves a trace, once a minute', async () => {
  await using club = await openClub({ now: NOW })
  const admin = await club.member({ isAdmin: true })
  for (let count = 0; count < 3; count += 1) {
    await club.call(admin, listSubscriptions, { query: {} })
    await club.call(admin, listRefunds, { query: {} })
  }
  club.clock.advance({ minutes: 2 })
  await club.call(admin, getMoneyFigures, {})
  expect((await readTraces(club)).map(({ action, actorId }) => [action, actorId])).toEqual([
    ['money_viewed', admin.userId],
    ['money_viewed', admin.userId],
  ])
})
