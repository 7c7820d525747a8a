import { expect, test } from 'vitest'
import {
  declareCancellation,
  declareWithdrawal,
  disputeDeclaration,
} from '#contract/billing/declarations.ts'
import { limits } from '#contract/limits.ts'
import { listDeclarations, settleDeclaration } from '#contract/billing/backOffice.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { createContract } from '#testing/billing/contracts.ts'
import { proveSession, readTraces } from '#testing/fixtures/submissions.ts'
import { uuid } from '#testing/random.ts'
import { turnSubscriptions } from '#server/features/billing/subscriptions/machine/subscription.turning.ts'

const ORDERED = '2026-11-14T10:00:00Z'
const NOW = '2026-11-21T13:30:00Z'
const codeOf = (result: object) => ('code' in result ? String(result.code) : 'ok')

async function opened() {
  const club = await openClub({ now: ORDERED, config: { limitsFactor: 1000 } })
  const mia = await club.member({ email: 'mia@example.org' })
  const contract = await createContract(club, mia)
  await club.app.jobs.drain()
  club.clock.set(NOW)
  const [ida, tom] = [
    await club.member({ isAdmin: true, username: 'Ida' }),
    await club.member({ isAdmin: true, username: 'Tom' }),
  ]
  for (const admin of [ida, tom]) await proveSession(club, admin)
  return { club, mia, contract, ida, tom }
}
const declare = async (
  club: Club,
  kind: 'ordinary' | 'extraordinary' | 'withdrawal' = 'ordinary',
  contract = 'a typo',
) => {
  const body = { id: uuid(), name: 'Mia', contract, email: 'elsewhere@example.net' }
  const declared =
    kind === 'withdrawal'
      ? await club.call(null, declareWithdrawal, { body })
      : await club.call(null, declareCancellation, {
          body: { ...body, kind, ...(kind === 'extraordinary' && { reason: 'Belästigung.' }) },
        })
  if (!declared.ok) throw new Error(declared.code)
  await club.app.jobs.drain()
  return { id: body.id, ...declared.answer }
}
const settle = (
  club: Club,
  as: TestMember,
  { id: declarationId }: { id: string },
  { number, note = 'Am Telefon geklärt.' }: { number?: string; note?: string } = {},
) =>
  club.call(as, settleDeclaration, {
    params: { declarationId },
    body: { note, ...(number && { number }) },
  })
const shown = async (
  club: Club,
  as: TestMember,
  query: { filter?: 'waiting' | 'all'; after?: string } = {},
) => {
  const found = await club.call(as, listDeclarations, { query })
  if (!found.ok) throw new Error(found.code)
  return found.answer
}
const contractRow = (club: Club, { id }: { id: string }) =>
  club.db.row<{ status: string; endsAt: string | null }>(
    sql`select status, ends_at from subscriptions where id = ${id}`,
  )
const acts = async (club: Club) =>
  (await readTraces(club)).filter(({ action }) => action === 'declaration_settled')

test('a person puts a declaration to its contract: it ends as of when it was declared', async () => {
  const { club, mia, contract, ida } = await opened()
  await using _ = club
  const declared = await declare(club)
  club.clock.advance({ days: 2 })
  await proveSession(club, ida)
  const number = ` ${contract.number.toLowerCase()} `
  expect(await settle(club, ida, declared, { number })).toMatchObject({ answer: { done: true } })
  expect(await contractRow(club, contract)).toEqual({
    status: 'cancelled',
    endsAt: '2026-12-14T10:00:00.000Z',
  })
  const { reference } = declared
  expect(await shown(club, ida)).toMatchObject({ waiting: 0, lines: [] })
  expect((await shown(club, ida, { filter: 'all' })).lines).toMatchObject([
    {
      reference,
      kind: 'cancellation',
      receivedAt: '2026-11-21T13:30:00.000Z',
      name: 'Mia',
      contract: 'a typo',
      email: 'elsewhere@example.net',
      isExtraordinary: false,
      reason: null,
      endDate: null,
      state: 'settled',
      number: contract.number,
      settlement: { note: 'Am Telefon geklärt.', by: 'Ida', at: '2026-11-23T13:30:00.000Z' },
    },
  ])
  // its owner hears of it, and may still say that it was not them
  const [mail] = (await club.mails()).filter(({ to }) => to === mia.email).slice(-1)
  expect(mail?.subject).toContain(reference)
  expect(mail?.text).toMatch(/#dispute=[\w-]{43}/)
  expect(await acts(club)).toEqual([
    {
      action: 'declaration_settled',
      actorId: ida.userId,
      subjectId: mia.userId,
      details: { declaration: declared.id, reference, subscription: contract.id },
    },
  ])
})

test('without a number nothing is ended, and why stays with it', async () => {
  const { club, contract, ida } = await opened()
  await using _ = club
  const declared = await declare(club)
  const mails = (await club.mails()).length
  expect(codeOf(await settle(club, ida, declared, { note: 'Kein Vertrag.' }))).toBe('ok')
  expect(await contractRow(club, contract)).toMatchObject({ status: 'active' })
  expect((await shown(club, ida, { filter: 'all' })).lines).toMatchObject([
    { state: 'settled', number: null, settlement: { note: 'Kein Vertrag.', by: 'Ida' } },
  ])
  // nobody is told what a stranger asked about
  expect(await club.mails()).toHaveLength(mails)
  expect(await acts(club)).toMatchObject([{ subjectId: null, details: { subscription: null } }])
})

test('an extraordinary cancellation and a late withdrawal are decided by a person', async () => {
  const { club, contract, ida } = await opened()
  await using _ = club
  const extraordinary = await declare(club, 'extraordinary', contract.number)
  club.clock.set('2026-12-01T10:00:00Z')
  await proveSession(club, ida)
  const late = await declare(club, 'withdrawal', contract.number)
  expect(await shown(club, ida)).toMatchObject({
    waiting: 2,
    lines: [
      { reference: extraordinary.reference, isExtraordinary: true, reason: 'Belästigung.' },
      { reference: late.reference, kind: 'withdrawal', number: contract.number },
    ],
  })
  const { number } = contract
  expect(codeOf(await settle(club, ida, late, { number }))).toBe('nothing_to_cancel')
  expect(codeOf(await settle(club, ida, late, { note: 'Zu spät.' }))).toBe('ok')
  expect(codeOf(await settle(club, ida, extraordinary, { number }))).toBe('ok')
  // no important reason: it stays the ordinary cancellation it was
  expect(await contractRow(club, contract)).toEqual({
    status: 'cancelled',
    endsAt: '2026-12-14T10:00:00.000Z',
  })
})

test('put to another contract than was found, it counts for that one alone, whose owner alone can say "that was not me"', async () => {
  const { club, mia, contract, ida } = await opened()
  await using _ = club
  const theo = await club.member({ email: 'theo@example.org' })
  const other = await createContract(club, theo, { at: ORDERED })
  const declared = await declare(club, 'extraordinary', mia.email)
  expect(await contractRow(club, contract)).toMatchObject({ status: 'cancelled' })
  expect(codeOf(await settle(club, ida, declared, { number: other.number }))).toBe('ok')
  expect(await contractRow(club, contract)).toMatchObject({ status: 'active' })
  expect(await acts(club)).toMatchObject([
    { details: { subscription: other.id, undoneFor: contract.id } },
  ])
  const mailFound = (await club.mails()).findLast(({ to }) => to === mia.email)
  expect(mailFound?.text).toContain(`Your contract ${contract.number} goes on`)
  expect(mailFound?.text).not.toContain('You told us')
  expect(mailFound?.text).not.toContain(other.number)
  const tokenOf = async (to: string) => {
    const mails = (await club.mails()).filter((mail) => mail.to === to)
    return mails.flatMap(({ text }) => /#dispute=([\w-]+)/.exec(text)?.[1] ?? []).at(-1)!
  }
  const dispute = async (to: string) =>
    codeOf(await club.call(null, disputeDeclaration, { body: { token: await tokenOf(to) } }))
  expect(await dispute(mia.email)).toBe('invalid_link')
  expect(await contractRow(club, other)).toMatchObject({ status: 'cancelled' })
  expect(await dispute(theo.email)).toBe('ok')
  expect(await contractRow(club, other)).toMatchObject({ status: 'active' })
})

test('put to another contract after a new order, the one it was found for stays over, and its owner is told why', async () => {
  const { club, mia, contract, ida } = await opened()
  await using _ = club
  const theo = await club.member({ email: 'theo@example.org' })
  const other = await createContract(club, theo, { at: ORDERED })
  const declared = await declare(club, 'extraordinary', mia.email)
  club.clock.set('2026-12-15T10:00:00Z')
  await turnSubscriptions(club.app)
  await proveSession(club, ida)
  await createContract(club, mia)
  expect(codeOf(await settle(club, ida, declared, { number: other.number }))).toBe('ok')
  expect(await contractRow(club, contract)).not.toMatchObject({ status: 'active' })
  const mailFound = (await club.mails()).find(({ subject }) => subject.includes('remains ended'))
  expect(mailFound?.to).toBe(mia.email)
  expect(mailFound?.text).toContain(`Your contract ${contract.number} remains ended`)
})

test('a withdrawal that was declared in time counts, whenever a person gets to it', async () => {
  const { club, contract, ida } = await opened()
  await using _ = club
  const declared = await declare(club, 'withdrawal')
  club.clock.set('2026-12-04T10:00:00Z')
  await proveSession(club, ida)
  expect(codeOf(await settle(club, ida, declared, { number: contract.number }))).toBe('ok')
  expect(await contractRow(club, contract)).toEqual({
    status: 'withdrawn',
    endsAt: '2026-11-21T13:30:00.000Z',
  })
  expect(await club.db.rows(sql`select cents, reason from refunds`)).toEqual([
    { cents: 1526, reason: 'withdrawal' },
  ])
})

test('of two admins at once one decides, and what they decided happens once', async () => {
  const { club, contract, ida, tom } = await opened()
  await using _ = club
  const declared = await declare(club)
  const settled = await Promise.all([
    settle(club, ida, declared, { number: contract.number, note: 'Ida war es.' }),
    settle(club, tom, declared, { note: 'Tom war es.' }),
    settle(club, tom, declared, { number: contract.number, note: 'Tom war es.' }),
  ])
  expect(settled.map(codeOf).toSorted()).toEqual(['already_decided', 'already_decided', 'ok'])
  const [trace, ...more] = await acts(club)
  expect(more).toEqual([])
  const { settlement } = (await shown(club, ida, { filter: 'all' })).lines[0]!
  expect(settlement?.by).toBe(trace?.actorId === ida.userId ? 'Ida' : 'Tom')
})

test('what the rule has matched is nobody’s to decide; what is unknown or over is not ended', async () => {
  const { club, contract, ida } = await opened()
  await using _ = club
  const { number } = contract
  const matched = await declare(club, 'ordinary', number)
  expect(codeOf(await settle(club, ida, matched))).toBe('already_decided')
  expect(codeOf(await settle(club, ida, { id: uuid() }))).toBe('PGRST116')
  const declared = await declare(club)
  const unknown = { number: 'A-2026-999999' }
  expect(codeOf(await settle(club, ida, declared, unknown))).toBe('nothing_to_cancel')
  await club.db.run(sql`update subscriptions set status = 'ended' where id = ${contract.id}`)
  expect(codeOf(await settle(club, ida, declared, { number }))).toBe('nothing_to_cancel')
  expect(await shown(club, ida)).toMatchObject({ waiting: 1 })
  expect(await acts(club)).toEqual([])
})

test('nobody settles what was declared for their own contract, with another number or without', async () => {
  const { club, contract, ida, tom } = await opened()
  await using _ = club
  const { number } = await createContract(club, ida)
  const declared = await declare(club, 'extraordinary', number)
  const other = { number: contract.number }
  expect(codeOf(await settle(club, ida, declared, other))).toBe('own_case')
  expect(codeOf(await settle(club, ida, declared))).toBe('own_case')
  expect(await contractRow(club, contract)).toMatchObject({ status: 'active' })
  expect(codeOf(await settle(club, tom, declared))).toBe('ok')
})

test('it asks for a proof, and says nothing without', async () => {
  const { club, contract, ida } = await opened()
  await using _ = club
  const declared = await declare(club)
  club.clock.advance({ minutes: 11 })
  expect(codeOf(await settle(club, ida, declared, { number: contract.number }))).toBe(
    'proof_needed',
  )
  expect(await contractRow(club, contract)).toMatchObject({ status: 'active' })
  expect(await acts(club)).toEqual([])
})

test('the queue shows the oldest first, the archive the newest, page by page', async () => {
  const { club, ida } = await opened()
  await using _ = club
  const references: string[] = []
  const page = limits.moneyLinesPerPage
  for (let count = 0; count < page + 2; count += 1) {
    references.push((await declare(club)).reference)
    club.clock.advance({ seconds: 1 })
  }
  const first = await shown(club, ida)
  expect(first).toMatchObject({ hasMore: true, waiting: page + 2 })
  const rest = await shown(club, ida, { after: first.lines.at(-1)!.id })
  expect(rest.hasMore).toBe(false)
  const names = (lines: { reference: string }[]) => lines.map(({ reference }) => reference)
  expect(names([...first.lines, ...rest.lines])).toEqual(references)
  const newest = await shown(club, ida, { filter: 'all' })
  const oldest = await shown(club, ida, { filter: 'all', after: newest.lines.at(-1)!.id })
  expect(names([...newest.lines, ...oldest.lines])).toEqual(references.toReversed())
})
