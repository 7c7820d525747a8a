import { expect, test } from 'vitest'
import { listRefunds, refundPayment, retryRefund } from '#contract/billing/backOffice.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { createContract, type Contract } from '#testing/billing/contracts.ts'
import { proveSession, readTraces } from '#testing/fixtures/submissions.ts'
import { uuid } from '#testing/random.ts'
import { applyEvents } from '#server/features/billing/subscriptions/subscriptions.service.ts'

const NOW = '2026-11-21T13:30:00Z'

async function opened() {
  const club = await openClub({ now: NOW })
  const mia = await club.member({ username: 'Mia' })
  const contract = await createContract(club, mia)
  await club.app.jobs.drain()
  const [ida, tom] = [await club.member({ isAdmin: true }), await club.member({ isAdmin: true })]
  for (const admin of [ida, tom]) await proveSession(club, admin)
  return { club, mia, contract, ida, tom }
}
const refund = (
  club: Club,
  as: TestMember,
  { id: subscriptionId }: { id: string },
  { id = uuid(), cents = 500, note = 'Der Abend fiel aus.' } = {},
) => club.call(as, refundPayment, { params: { subscriptionId }, body: { id, cents, note } })
const refunds = (club: Club) =>
  club.db.rows<{ id: string; cents: number; paymentId: string; reason: string; note: string }>(
    sql`select id, cents, payment_id, reason, note from refunds order by cents`,
  )
const acts = async (club: Club) =>
  (await readTraces(club)).filter(({ action }) => action !== 'money_viewed')
const codeOf = (result: object) => ('code' in result ? String(result.code) : 'ok')

test('an admin pays back part of the last payment, says why, and it is written down', async () => {
  const { club, mia, contract, ida } = await opened()
  await using _ = club
  const id = uuid()
  expect(await refund(club, ida, contract, { id })).toMatchObject({ answer: { done: true } })
  expect(await refunds(club)).toEqual([
    {
      id,
      cents: 500,
      paymentId: contract.paymentId,
      reason: 'goodwill',
      note: 'Der Abend fiel aus.',
    },
  ])
  expect(await acts(club)).toEqual([
    {
      action: 'payment_refunded',
      actorId: ida.userId,
      subjectId: mia.userId,
      details: { subscription: contract.id, refund: id, cents: 500 },
    },
  ])
  const listed = await club.call(ida, listRefunds, { query: {} })
  expect(listed).toMatchObject({
    answer: {
      hasMore: false,
      lines: [
        {
          id,
          number: contract.number,
          username: 'Mia',
          cents: 500,
          reason: 'goodwill',
          requestedAt: '2026-11-21T13:30:00.000Z',
          dueAt: '2026-12-05T13:30:00.000Z',
          doneAt: null,
        },
      ],
    },
  })
})

test('a repeat, also many at once, pays nothing twice; the same id for another sum is refused', async () => {
  const { club, contract, ida } = await opened()
  await using _ = club
  const id = uuid()
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => refund(club, ida, contract, { id })),
  )
  expect(responses.map(codeOf)).toEqual(Array.from({ length: 10 }, () => 'ok'))
  expect(await refund(club, ida, contract, { id, cents: 600 })).toMatchObject({
    code: 'invalid_input',
    body: { errors: [{ path: 'id', message: 'invalid' }] },
  })
  expect(await refunds(club)).toHaveLength(1)
  expect(await acts(club)).toHaveLength(1)
})

test('never more goes back than was paid: of two admins at once one wins', async () => {
  const { club, contract, ida, tom } = await opened()
  await using _ = club
  expect(codeOf(await refund(club, ida, contract, { cents: 1991 }))).toBe('refund_too_high')
  const responses = await Promise.all(
    [ida, tom, ida, tom].map((admin) => refund(club, admin, contract, { cents: 1200 })),
  )
  expect(responses.map(codeOf).toSorted()).toEqual([
    'ok',
    'refund_too_high',
    'refund_too_high',
    'refund_too_high',
  ])
  expect(codeOf(await refund(club, tom, contract, { cents: 791 }))).toBe('refund_too_high')
  expect(codeOf(await refund(club, tom, contract, { cents: 790 }))).toBe('ok')
  expect((await refunds(club)).map(({ cents }) => cents)).toEqual([790, 1200])
  expect(await acts(club)).toHaveLength(2)
})

test('the last payment is the one that goes back, and none the bank took already', async () => {
  const { club, contract, ida } = await opened()
  await using _ = club
  const { paymentId } = contract
  const occurredAt = new Date(NOW)
  const cents = 1990
  await club.db.transaction((tx) =>
    applyEvents(club.app, tx, contract.id, [
      { kind: 'reversed', key: 'r', occurredAt, data: { paymentId, cents } },
    ]),
  )
  expect(codeOf(await refund(club, ida, contract))).toBe('refund_too_high')
  const unpaid = await createContract(club, await club.member(), { isPaid: false })
  expect(codeOf(await refund(club, ida, unpaid))).toBe('refund_too_high')
  expect(codeOf(await refund(club, ida, { id: uuid() }))).toBe('PGRST116')
  expect(await refunds(club)).toEqual([])
  expect(await acts(club)).toEqual([])
})

const failedRefund = async (club: Club, ida: TestMember, contract: Contract) => {
  const id = uuid()
  await refund(club, ida, contract, { id })
  await club.db.run(
    sql`update refunds set status = 'failed', next_try_at = null, tries = 5 where id = ${id}`,
  )
  return id
}
const retry = (club: Club, as: TestMember, refundId: string) =>
  club.call(as, retryRefund, { params: { refundId } })

test('a refund that failed is tried again at once: of two admins one lets it', async () => {
  const { club, mia, contract, ida, tom } = await opened()
  await using _ = club
  const id = await failedRefund(club, ida, contract)
  const tried = await Promise.all([retry(club, ida, id), retry(club, tom, id)])
  expect(tried.map(codeOf).toSorted()).toEqual(['already_decided', 'ok'])
  expect(await club.db.row(sql`select status, next_try_at from refunds where id = ${id}`)).toEqual({
    status: 'open',
    nextTryAt: '2026-11-21T13:30:00.000Z',
  })
  const [, ...more] = await acts(club)
  expect(more).toMatchObject([
    {
      action: 'refund_retried',
      subjectId: mia.userId,
      details: { refund: id, number: contract.number },
    },
  ])
  expect(codeOf(await retry(club, ida, uuid()))).toBe('PGRST116')
})

test('an admin has to re-authenticate before money moves', async () => {
  const { club, contract, ida } = await opened()
  await using _ = club
  const id = await failedRefund(club, ida, contract)
  club.clock.advance({ minutes: 11 })
  expect(codeOf(await refund(club, ida, contract))).toBe('proof_needed')
  expect(codeOf(await retry(club, ida, id))).toBe('proof_needed')
  expect(await refunds(club)).toHaveLength(1)
  expect(await acts(club)).toHaveLength(1)
})

test('open are those whose money is not back; all are shown newest first', async () => {
  const { club, contract, ida } = await opened()
  await using _ = club
  const first = uuid()
  await refund(club, ida, contract, { id: first, cents: 100 })
  club.clock.advance({ minutes: 5 })
  const second = uuid()
  await refund(club, ida, contract, { id: second, cents: 200 })
  await club.db.run(
    sql`update refunds set status = 'done', next_try_at = null, done_at = requested_at where id = ${first}`,
  )
  const shown = async (query: { filter?: 'open' | 'all'; after?: string }) => {
    const found = await club.call(ida, listRefunds, { query })
    return found.ok && found.answer.lines.map(({ id }) => id)
  }
  expect(await shown({})).toEqual([second])
  expect(await shown({ filter: 'all' })).toEqual([second, first])
  expect(await shown({ filter: 'all', after: second })).toEqual([first])
})

test('nobody tries again what goes back to themselves', async () => {
  const { club, ida, tom } = await opened()
  await using _ = club
  const id = await failedRefund(club, tom, await createContract(club, ida))
  expect(codeOf(await retry(club, ida, id))).toBe('own_case')
  expect(codeOf(await retry(club, tom, id))).toBe('ok')
})

test.each([
  [1990, 'PGRST116', []],
  [1000, 'ok', [100, 200, 500]],
  [1200, 'ok', [100, 200, 490]],
  [1700, 'PGRST116', [100, 190]],
])(
  'of refunds not sent yet as much stays as is left when the bank takes %i cents back',
  async (cents, retried, left) => {
    const { club, contract, ida } = await opened()
    await using _ = club
    for (const less of [100, 200]) {
      expect(codeOf(await refund(club, ida, contract, { cents: less }))).toBe('ok')
      club.clock.advance({ minutes: 1 })
    }
    const failed = await failedRefund(club, ida, contract)
    const reversal = {
      kind: 'reversed',
      key: 'r:1',
      occurredAt: club.app.now(),
      data: { paymentId: contract.paymentId, cents },
    } as const
    await club.db.transaction((tx) => applyEvents(club.app, tx, contract.id, [reversal]))
    expect(codeOf(await retry(club, ida, failed))).toBe(retried)
    expect((await refunds(club)).map((one) => one.cents)).toEqual(left)
  },
)

test('nobody pays back what they paid themselves', async () => {
  const { club, ida, tom } = await opened()
  await using _ = club
  const own = await createContract(club, ida)
  await club.app.jobs.drain()
  expect(codeOf(await refund(club, ida, own))).toBe('own_case')
  expect(await refunds(club)).toEqual([])
  expect(codeOf(await refund(club, tom, own))).toBe('ok')
})
