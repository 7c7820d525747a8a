import { expect, test } from 'vitest'
import { declareCancellation, disputeDeclaration } from '#contract/billing/declarations.ts'
import { listDeclarations, settleDeclaration } from '#contract/billing/backOffice.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { createContract } from '#testing/billing/contracts.ts'
import { aCancellation, type Cancellation } from '#testing/billing/declarations.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'
import { uuid } from '#testing/random.ts'

// An important reason (§ 314 BGB) is weighed by a person.

const ORDERED = '2026-11-14T10:00:00Z'
const DECLARED = '2026-11-21T13:30:00Z'
const codeOf = (result: object) => ('code' in result ? String(result.code) : 'ok')

async function opened(fields: Partial<Cancellation> = {}) {
  const club = await openClub({ now: ORDERED, config: { limitsFactor: 1000 } })
  const mia = await club.member({ email: 'mia@example.org' })
  const contract = await createContract(club, mia)
  club.clock.set(DECLARED)
  const ida = await club.member({ isAdmin: true })
  await proveSession(club, ida)
  const body = aCancellation({ kind: 'extraordinary', reason: 'Belästigung.', ...fields })
  const declared = await club.call(null, declareCancellation, { body })
  if (!declared.ok) throw new Error(declared.code)
  await club.app.jobs.drain()
  return { club, mia, contract, ida, id: body.id, ...declared.answer }
}
type Settlement = { number?: string; endsAtOnce?: boolean }
const settle = (club: Club, as: TestMember, declarationId: string, body: Settlement = {}) =>
  club.call(as, settleDeclaration, { params: { declarationId }, body: { note: 'Ja.', ...body } })
const standing = (club: Club, { id }: { id: string }) =>
  club.db.row(sql`select status, ends_at from subscriptions where id = ${id}`)
const refunds = (club: Club) =>
  club.db.rows<{ cents: number; reason: string }>(sql`select cents, reason from refunds`)
const turn = async (club: Club) => {
  await club.app.jobs.send(club.db, 'turn_subscriptions', {})
  await club.app.jobs.drain()
}
const ended = { status: 'ended', endsAt: '2026-11-21T13:30:00.000Z' }

test('a person who finds an important reason ends the contract at once, and the rest goes back', async () => {
  const { club, mia, contract, ida, id, reference } = await opened()
  await using _ = club
  expect(codeOf(await settle(club, ida, id, { endsAtOnce: true }))).toBe('ok')
  expect(await standing(club, contract)).toEqual(ended)
  const access = sql`select active_until from paid_access where user_id = ${mia.userId}`
  expect(await club.db.row(access)).toEqual({ activeUntil: '2026-11-21T13:30:00.000Z' })
  const mails = (await club.mails()).filter((mail) => mail.to === mia.email)
  const mail = mails.findLast(({ subject }) => subject.includes(reference))
  expect(mail?.text).toMatch(/aus wichtigem Grund zum 21\.11\.2026 beendet.* 15,26\s€/)
  // as long as somebody may say that it was not them, no money goes
  expect(await refunds(club)).toEqual([])
  club.clock.advance({ hours: 72 })
  await turn(club)
  await turn(club)
  // 7 of 30 days were used
  expect(await refunds(club)).toEqual([{ cents: 1526, reason: 'termination' }])
})

test('it counts from when it was declared, however long the decision took', async () => {
  const { club, contract, ida, id } = await opened()
  await using _ = club
  club.clock.set('2026-12-20T10:00:00Z')
  await turn(club)
  expect(await standing(club, contract)).toMatchObject({ status: 'ended' })
  await proveSession(club, ida)
  expect(codeOf(await settle(club, ida, id, { endsAtOnce: true }))).toBe('ok')
  expect(await standing(club, contract)).toEqual(ended)
  expect(await refunds(club)).toEqual([{ cents: 1526, reason: 'termination' }])
})

test('one whose contract was not found is put to it and ended in one step', async () => {
  const { club, contract, ida, id } = await opened({ contract: 'a typo' })
  await using _ = club
  expect(codeOf(await settle(club, ida, id, { endsAtOnce: true }))).toBe('nothing_to_cancel')
  const { number } = contract
  expect(codeOf(await settle(club, ida, id, { number, endsAtOnce: true }))).toBe('ok')
  expect(await standing(club, contract)).toEqual(ended)
})

test('an ordinary cancellation ends nothing at once', async () => {
  const { club, contract, ida, id } = await opened({ kind: 'ordinary', contract: 'a typo' })
  await using _ = club
  const { number } = contract
  const refused = await settle(club, ida, id, { number, endsAtOnce: true })
  expect(codeOf(refused)).toBe('invalid_input')
  expect(await standing(club, contract)).toMatchObject({ status: 'active' })
})

test('a member who did not declare it undoes it by any of the mails, also after the decision', async () => {
  const { club, mia, contract, ida, id, reference } = await opened()
  await using _ = club
  await settle(club, ida, id, { endsAtOnce: true })
  // a mail that was sent again, as after a crash
  await club.app.jobs.send(club.db, 'mail_declaration_matched', { declarationId: id })
  const links = (await club.mails())
    .filter(({ to, subject }) => to === mia.email && subject.includes(reference))
    .flatMap(({ text }) => /#dispute=([\w-]+)/.exec(text)?.[1] ?? [])
  expect(new Set(links).size).toBe(3)
  for (const token of links)
    expect(codeOf(await club.call(null, disputeDeclaration, { body: { token } }))).toBe('ok')
  expect(await standing(club, contract)).toMatchObject({ status: 'active', endsAt: null })
  const other = { body: { token: uuid() + uuid() } }
  expect(codeOf(await club.call(null, disputeDeclaration, other))).not.toBe('ok')
  club.clock.advance({ hours: 73 })
  await turn(club)
  expect(await refunds(club)).toEqual([])
  const [line] = await linesOf(club, ida)
  expect(line).toMatchObject({ reference, state: 'disputed' })
})

async function linesOf(club: Club, as: TestMember) {
  const renewed = { ...as, ...(await club.session(as)) }
  const listed = await club.call(renewed, listDeclarations, { query: { filter: 'all' } })
  if (!listed.ok) throw new Error(listed.code)
  return listed.answer.lines
}

test('nobody finds an important reason for their own contract', async () => {
  const { club, mia, contract, ida, id } = await opened()
  await using _ = club
  await club.db.run(sql`insert into user_roles values (${mia.userId}, 'admin')`)
  await proveSession(club, mia)
  expect(codeOf(await settle(club, mia, id, { endsAtOnce: true }))).toBe('own_case')
  expect(await standing(club, contract)).toMatchObject({ status: 'cancelled' })
  expect(codeOf(await settle(club, ida, id, { endsAtOnce: true }))).toBe('ok')
})
