import { expect, test } from 'vitest'
import {
  declareCancellation,
  declareWithdrawal,
  disputeDeclaration,
} from '#contract/billing/declarations.ts'
import { listDeclarations } from '#contract/billing/backOffice.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club, type TestMember } from '#testing/club/club.ts'
import { createContract } from '#testing/billing/contracts.ts'
import {
  aCancellation,
  aWithdrawal,
  insertDeclaration,
  type Cancellation,
  type Withdrawal,
} from '#testing/billing/declarations.ts'
import { readTraces } from '#testing/fixtures/submissions.ts'
import { uuid } from '#testing/random.ts'
import { forgetDeclarations } from './declarations.service.ts'

const ORDERED = '2026-11-14T10:00:00Z'
// a week later; 14:30 in Berlin
const NOW = '2026-11-21T13:30:00Z'

async function opened() {
  const club = await openClub({ now: ORDERED, config: { limitsFactor: 100 } })
  const mia = await club.member({ email: 'mia@example.org' })
  const contract = await createContract(club, mia)
  await club.app.jobs.drain()
  club.clock.set(NOW)
  return { club, mia, contract }
}

const elsewhere = { email: 'elsewhere@example.net' }
const cancel = async (club: Club, fields: Partial<Cancellation> = {}) => {
  const body = aCancellation({ ...elsewhere, ...fields })
  const declared = await club.call(null, declareCancellation, { body })
  if (!declared.ok) throw new Error(declared.code)
  return { id: body.id, ...declared.answer }
}
const withdraw = async (club: Club, fields: Partial<Withdrawal> = {}) => {
  const body = aWithdrawal({ ...elsewhere, ...fields })
  const declared = await club.call(null, declareWithdrawal, { body })
  if (!declared.ok) throw new Error(declared.code)
  return { id: body.id, ...declared.answer }
}
const contractRow = (club: Club, { id }: { id: string }) =>
  club.db.row<{ status: string; endsAt: string | null }>(
    sql`select status, ends_at from subscriptions where id = ${id}`,
  )
const hasAccess = async (club: Club, { userId }: TestMember) =>
  (
    await club.db.rows(sql`
    select from paid_access where user_id = ${userId}
      and active_until > ${club.app.now().toISOString()}`)
  ).length > 0
const mailsTo = async (club: Club, to: string, reference: string) =>
  (await club.mails()).filter((mail) => mail.to === to && mail.subject.includes(reference))
const waiting = async (club: Club, filter: 'waiting' | 'all' = 'waiting') => {
  const admin = await club.member({ isAdmin: true })
  const listed = await club.call(admin, listDeclarations, { query: { filter } })
  if (!listed.ok) throw new Error(listed.code)
  return listed.answer
}
const tokenOf = async (club: Club, to: string, reference: string) => {
  const [mail] = await mailsTo(club, to, reference)
  return /#dispute=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}
const dispute = (club: Club, token: string) =>
  club.call(null, disputeDeclaration, { body: { token } })

test('a cancellation ends the contract with the paid month; the registered address learns when', async () => {
  const { club, mia, contract } = await opened()
  await using _ = club
  const { reference, text } = await cancel(club)
  const [given, ...more] = await mailsTo(club, 'elsewhere@example.net', reference)
  const [owner, ...others] = await mailsTo(club, mia.email, reference)
  expect([more, others]).toEqual([[], []])
  expect(await contractRow(club, contract)).toEqual({
    status: 'cancelled',
    endsAt: '2026-12-14T10:00:00.000Z',
  })
  expect(await hasAccess(club, mia)).toBe(true)
  expect(owner?.subject).toBe(`Kündigung Ihres Vertrags (${reference})`)
  expect(owner?.text).toContain(
    `Ihr Vertrag ${contract.number} endet am 14.12.2026 um 11:00:00 Uhr.`,
  )
  for (const line of text.split('\n')) expect(owner?.text).toContain(line)
  // the given address hears what it declared, and not whether there is a contract
  expect(given?.text).not.toMatch(/A-2026|14\.12\.2026|dispute/)
  club.clock.advance({ seconds: 1 })
  const unknown = await cancel(club, { contract: 'nobody@example.org' })
  const [other] = await mailsTo(club, 'elsewhere@example.net', unknown.reference)
  const plain = (mail: typeof given, from: string, to: string) =>
    mail?.text.replaceAll(/KU-2026-\d{6}|\d\d:\d\d:\d\d/g, '…').replaceAll(from, to)
  expect(plain(given, mia.email, 'nobody@example.org')).toBe(plain(other, '', ''))

  expect(await waiting(club, 'all')).toMatchObject({
    waiting: 1,
    lines: [
      { reference: unknown.reference, state: 'waiting', number: null },
      { reference, state: 'matched', number: contract.number, settlement: null },
    ],
  })
})

test('an order number finds the contract as well, however it is typed, and so does the given address', async () => {
  const { club, mia, contract } = await opened()
  await using _ = club
  const first = await cancel(club, { contract: ` ${contract.number.toLowerCase()} ` })
  const [letters, year, digits] = contract.number.split('-')
  const other = await cancel(club, { contract: `${letters} – ${year}\u2011 ${digits}` })
  const second = await cancel(club, { contract: 'Premium', email: 'MIA@example.org' })
  const among = await cancel(club, { contract: `Bestellnummer ${contract.number}, Premium` })
  const quoted = await cancel(club, { contract: `„${letters} - ${year} - ${digits}“` })
  const spoken = await cancel(club, { contract: `${letters} ${year} ${digits}` })
  const joined = await cancel(club, { contract: `${letters}${year}${digits}` })
  const twice = await cancel(club, { contract: `${contract.number} (${letters}${year}${digits})` })
  // which of the two is for a person to ask
  const both = await cancel(club, { contract: `${contract.number} oder A-2026-999999` })
  await club.mails()
  const { lines } = await waiting(club, 'all')
  expect(lines).toContainEqual(
    expect.objectContaining({ reference: both.reference, state: 'waiting', number: null }),
  )
  for (const { reference } of [first, other, second, among, quoted, spoken, joined, twice])
    expect(lines).toContainEqual(
      expect.objectContaining({ reference, state: 'matched', number: contract.number }),
    )
  expect(await mailsTo(club, mia.email, first.reference)).toHaveLength(1)
  // what was declared, and what follows from it
  expect(await mailsTo(club, mia.email, second.reference)).toHaveLength(2)
})

test.each([
  ['of a month yet to be paid', '2027-01-20', '14.02.2027 um 11:00:00'],
  ['of the month that is paid', '2026-12-14', '14.12.2026 um 11:00:00'],
  ['that is over', '2026-11-01', '14.12.2026 um 11:00:00'],
  ['of today', '2026-11-21', '14.12.2026 um 11:00:00'],
])(
  'a wished end %s is honoured to the end of the month that contains it',
  async (_, endDate, end) => {
    const { club, mia } = await opened()
    await using __ = club
    const { reference } = await cancel(club, { endDate })
    const [owner] = await mailsTo(club, mia.email, reference)
    expect(owner?.text).toContain(`endet am ${end} Uhr`)
  },
)

test('it counts when it was received, not when it was found', async () => {
  const { club, contract } = await opened()
  await using _ = club
  club.clock.set('2026-12-14T09:59:00Z')
  await cancel(club)
  club.clock.set('2026-12-14T10:05:00Z')
  await club.mails()
  expect(await contractRow(club, contract)).toEqual({
    status: 'ended',
    endsAt: '2026-12-14T10:00:00.000Z',
  })
})

test('a withdrawal in time ends it at once; the sum goes to the registered address alone', async () => {
  const { club, mia, contract } = await opened()
  await using _ = club
  const { reference } = await withdraw(club)
  const [owner] = await mailsTo(club, mia.email, reference)
  const [given] = await mailsTo(club, 'elsewhere@example.net', reference)
  expect(await contractRow(club, contract)).toMatchObject({ status: 'withdrawn' })
  expect(await hasAccess(club, mia)).toBe(false)
  // 30 days, 7 of them used: 19.90 − 4.64 in the payer's favour
  expect(owner?.text.replaceAll('\u00a0', ' ')).toContain(
    `Ihr Vertrag ${contract.number} ist widerrufen und Premium geschlossen. Sie erhalten 15,26 € bis spätestens 05.12.2026`,
  )
  expect(given?.text).not.toMatch(/15,26|A-2026/)
})

test('one that comes too late waits for a person, and nothing happens until then', async () => {
  const { club, mia, contract } = await opened()
  await using _ = club
  // the fourteenth day is a Saturday: until the end of Monday
  club.clock.set('2026-11-30T22:59:00Z')
  const inTime = await withdraw(club, { contract: 'nobody@example.org' })
  club.clock.set('2026-11-30T23:01:00Z')
  const { reference } = await withdraw(club)
  const [owner] = await mailsTo(club, mia.email, reference)
  expect(owner?.text).toContain('prüft ein Mensch')
  expect(await contractRow(club, contract)).toMatchObject({ status: 'active' })
  expect(await waiting(club)).toMatchObject({
    waiting: 2,
    lines: [
      { reference: inTime.reference, number: null },
      { reference, state: 'waiting', number: contract.number },
    ],
  })
})

test('an extraordinary cancellation waits for a person, and counts as an ordinary one until then', async () => {
  const { club, mia, contract } = await opened()
  await using _ = club
  const { reference } = await cancel(club, { kind: 'extraordinary', reason: 'Belästigung.' })
  const [owner] = await mailsTo(club, mia.email, reference)
  expect(owner?.text).toContain(`Ihr Vertrag ${contract.number} endet am 14.12.2026`)
  expect(owner?.text).toContain('schon vorher endet, prüft ein Mensch')
  expect(await contractRow(club, contract)).toEqual({
    status: 'cancelled',
    endsAt: '2026-12-14T10:00:00.000Z',
  })
  expect(await waiting(club)).toMatchObject({
    waiting: 1,
    lines: [{ reference, isExtraordinary: true, reason: 'Belästigung.', state: 'waiting' }],
  })
})

test.each(['cancellations', 'a withdrawal after three cancellations'] as const)(
  'of many declarations (%s) no more count than their owner hears of, and can dispute',
  async (what) => {
    const { club, mia, contract } = await opened()
    await using _ = club
    club.config.limitsFactor = 1
    club.config.trustedProxies.addSubnet('127.0.0.0', 8)
    const from = (count: number) => ({ headers: { 'x-forwarded-for': `203.0.113.${count}` } })
    const declared = (count: number) => {
      const fields = { email: `${count}@example.net` }
      return what === 'cancellations' || count < 3
        ? club.call(null, declareCancellation, { body: aCancellation(fields) }, from(count))
        : club.call(null, declareWithdrawal, { body: aWithdrawal(fields) }, from(count))
    }
    for (let count = 0; count < 5; count += 1) {
      expect(await declared(count)).toMatchObject({ ok: true })
      await club.app.jobs.drain()
      club.clock.advance({ minutes: 10 })
    }
    const mails = (await club.mails()).filter(({ subject }) => /\((KU|WI)-/.test(subject))
    const links = mails.flatMap(({ text }) => /#dispute=([\w-]+)/.exec(text)?.[1] ?? [])
    expect(links).toHaveLength(3)
    expect(mails.filter(({ to }) => to === mia.email)).toHaveLength(3)
    expect(mails.filter(({ to }) => to.endsWith('.net'))).toHaveLength(5)
    expect(await contractRow(club, contract)).toEqual({
      status: 'cancelled',
      endsAt: '2026-12-14T10:00:00.000Z',
    })
    for (const link of links) expect(await dispute(club, link)).toMatchObject({ ok: true })
    expect(await contractRow(club, contract)).toEqual({ status: 'active', endsAt: null })
    // what came in beyond that is for a person
    expect(await waiting(club)).toMatchObject({
      waiting: 2,
      lines: [{ number: null }, { number: null }],
    })
  },
)

test('a job that runs twice, or on two machines, finds the contract once', async () => {
  const { club, mia } = await opened()
  await using _ = club
  const { id: declarationId, reference } = await cancel(club)
  const second = await club.secondServer()
  for (let count = 0; count < 5; count += 1)
    await club.app.jobs.send(club.db, 'match_declaration', { declarationId })
  await Promise.all([club.app.jobs.drain(), second.app.jobs.drain()])
  expect(await mailsTo(club, mia.email, reference)).toHaveLength(1)
})

test('"that was not me" undoes a cancellation as if it had never been, and says so to the owner alone', async () => {
  const { club, mia, contract } = await opened()
  await using _ = club
  const { reference } = await cancel(club)
  const token = await tokenOf(club, mia.email, reference)
  expect(token).not.toBe('')
  club.clock.advance({ hours: 71 })
  // clicked twice, in two tabs, and once more
  const clicks = await Promise.all(Array.from({ length: 6 }, () => dispute(club, token)))
  for (const click of clicks) expect(click).toMatchObject({ answer: { done: true } })
  expect(await contractRow(club, contract)).toEqual({ status: 'active', endsAt: null })
  expect(await hasAccess(club, mia)).toBe(true)
  const owner = await mailsTo(club, mia.email, reference)
  expect(owner).toHaveLength(2)
  expect(owner[1]?.subject).toBe(`Die Erklärung gilt nicht mehr (${reference})`)
  expect(owner[1]?.text).toContain(`Ihr Vertrag ${contract.number} läuft weiter`)
  expect(await mailsTo(club, 'elsewhere@example.net', reference)).toHaveLength(1)
  expect((await waiting(club, 'all')).lines).toMatchObject([{ reference, state: 'disputed' }])
  expect(
    (await readTraces(club)).filter(({ action }) => action === 'declaration_disputed'),
  ).toMatchObject([{ actorId: null, subjectId: mia.userId, details: { reference } }])
})

test('a member who disputes one of two declarations is told that the contract ends all the same', async () => {
  const { club, mia, contract } = await opened()
  await using _ = club
  const first = await cancel(club)
  club.clock.advance({ minutes: 1 })
  const second = await cancel(club)
  const mailTextOf = async ({ reference }: { reference: string }) => {
    const token = await tokenOf(club, mia.email, reference)
    expect(await dispute(club, token)).toMatchObject({ ok: true })
    return (await mailsTo(club, mia.email, reference))[1]?.text
  }
  const one = await mailTextOf(first)
  expect(await contractRow(club, contract)).toMatchObject({ status: 'cancelled' })
  expect(one).toMatch(/endet am 14\.12\.2026 um 11:00:00 Uhr, auch ohne diese Erklärung/)
  expect(one).not.toContain('läuft weiter')
  expect(await mailTextOf(second)).toContain(`Ihr Vertrag ${contract.number} läuft weiter`)
})

test('"that was not me" undoes a withdrawal: rooms open again and no money moves', async () => {
  const { club, mia, contract } = await opened()
  await using _ = club
  const { reference } = await withdraw(club)
  const token = await tokenOf(club, mia.email, reference)
  expect(await hasAccess(club, mia)).toBe(false)
  club.clock.advance({ hours: 10 })
  expect(await dispute(club, token)).toMatchObject({ ok: true })
  await club.mails()
  expect(await contractRow(club, contract)).toMatchObject({ status: 'active' })
  expect(await hasAccess(club, mia)).toBe(true)
  expect(await club.db.rows(sql`select from refunds where status <> 'done'`)).toEqual([])
})

test('what waits for a person can be disputed, too, and waits no longer', async () => {
  const { club, mia, contract } = await opened()
  await using _ = club
  const { reference } = await cancel(club, { kind: 'extraordinary', reason: 'Belästigung.' })
  expect(await dispute(club, await tokenOf(club, mia.email, reference))).toMatchObject({ ok: true })
  expect(await waiting(club)).toMatchObject({ waiting: 0, lines: [] })
  expect(await contractRow(club, contract)).toMatchObject({ status: 'active' })
})

test('the link is good for 72 hours, and only the newest one; others are none', async () => {
  const { club, mia, contract } = await opened()
  await using _ = club
  const { reference } = await cancel(club)
  const token = await tokenOf(club, mia.email, reference)
  for (const wrong of ['x'.repeat(43), token.toLowerCase(), `${token}x`])
    expect(await dispute(club, wrong)).toMatchObject({ code: 'invalid_link' })
  const stored = await club.db.row<{ all: string }>(
    sql`select string_agg(t::text, ' ') as all from declaration_states t`,
  )
  expect(stored?.all).not.toContain(token)
  club.clock.advance({ hours: 72 })
  expect(await dispute(club, token)).toMatchObject({ code: 'invalid_link' })
  expect(await contractRow(club, contract)).toMatchObject({ status: 'cancelled' })
})

test('what was declared about a contract that is over changes nothing, disputed or not', async () => {
  const { club, mia, contract } = await opened()
  await using _ = club
  const first = await withdraw(club)
  await club.mails()
  club.clock.advance({ hours: 80 })
  const { reference } = await cancel(club)
  const [owner] = await mailsTo(club, mia.email, reference)
  expect(owner?.text).toContain(`Ihr Vertrag ${contract.number} ist beendet.`)
  expect(await dispute(club, await tokenOf(club, mia.email, reference))).toMatchObject({ ok: true })
  const [, told] = await mailsTo(club, mia.email, reference)
  expect(told?.text).toContain('war schon vorher beendet')
  expect(await contractRow(club, contract)).toMatchObject({ endsAt: first.receivedAt })
  expect(await hasAccess(club, mia)).toBe(false)
})

test('guessing links is limited', async () => {
  const { club } = await opened()
  await using _ = club
  club.config.limitsFactor = 1
  const guesses = await Promise.all(
    Array.from({ length: 25 }, () => dispute(club, `${uuid()}${uuid()}`)),
  )
  const codes = guesses.map((guess) => !guess.ok && guess.code)
  expect(codes.filter((code) => code === 'invalid_link')).toHaveLength(20)
  expect(codes.filter((code) => code === 'too_many_attempts')).toHaveLength(5)
})

test('a contract whose owner is gone is found, and nobody is written to', async () => {
  const { club, mia, contract } = await opened()
  await using _ = club
  await club.db.run(sql`update subscriptions set user_id = null where id = ${contract.id}`)
  const { reference } = await cancel(club, { contract: contract.number })
  expect(await mailsTo(club, mia.email, reference)).toEqual([])
  expect((await waiting(club, 'all')).lines).toMatchObject([{ reference, state: 'matched' }])
})

test('the check value of a link goes a day after it is good for nothing', async () => {
  const { club } = await opened()
  await using _ = club
  const { id } = await insertDeclaration(club)
  const hash = sql`select cardinality(dispute_hashes) as count from declaration_states where declaration_id = ${id}`
  club.clock.advance({ hours: 24 })
  await forgetDeclarations(club.app)
  expect(await club.db.row(hash)).toEqual({ count: 1 })
  club.clock.advance({ hours: 1 })
  await forgetDeclarations(club.app)
  expect(await club.db.row(hash)).toEqual({ count: 0 })
})
