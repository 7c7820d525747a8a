import pg from 'pg'
import { expect, test } from 'vitest'
import { declareCancellation, declareWithdrawal } from '#contract/billing/declarations.ts'
import { rates } from '#contract/limits.ts'
import { parseNetworks } from '#server/platform/limits/address.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { dropPassing } from '#testing/club/call.ts'
import { createContract } from '#testing/billing/contracts.ts'
import {
  aCancellation,
  aWithdrawal,
  type Cancellation,
  type Withdrawal,
} from '#testing/billing/declarations.ts'
import { operator } from '#testing/club/operator.ts'
import { asOwner } from '#testing/club/database/owner.ts'
import { isRollCall } from '#testing/fixtures/presence.ts'
import { uuid } from '#testing/random.ts'

// 14:30:05 in Berlin
const NOW = '2026-11-21T13:30:05Z'
const cancel = (club: Club, fields: Partial<Cancellation> = {}, headers = {}) =>
  club.call(null, declareCancellation, { body: aCancellation(fields) }, { headers })
const noContract = { contract: 'a typo' }
const stateOf = async (club: Club, { id }: { id: string }) =>
  (await club.db.row<{ status: string }>(sql`select status from subscriptions where id = ${id}`))
    ?.status
const rows = (club: Club) =>
  club.db.rows<Record<string, unknown>>(sql`select * from declarations order by received_at`)

test('a cancellation without login gets a receipt with its words, day, time and button', async () => {
  await using club = await openClub({ now: NOW })
  const body = aCancellation({
    kind: 'extraordinary',
    reason: 'Ich wurde belästigt.\nMehrfach.',
    email: 'Mia.neu@example.org',
    endDate: '2026-12-31',
  })
  const declared = await club.call(null, declareCancellation, { body })
  if (!declared.ok) throw new Error(declared.code)
  const { reference, receivedAt, text } = declared.answer
  expect(reference).toMatch(/^KU-2026-\d{6}$/)
  expect(receivedAt).toBe('2026-11-21T13:30:05.000Z')
  expect(text.split('\n')).toEqual([
    `Kündigung ${reference}`,
    'Eingegangen am 21.11.2026 um 14:30:05 Uhr (Zeit in Deutschland)',
    `Abgegeben mit der Schaltfläche „jetzt kündigen“ auf ${club.config.publicUrl}/kuendigen`,
    'Erklärung: Ich kündige den folgenden Vertrag außerordentlich aus wichtigem Grund.',
    'Grund:',
    '> Ich wurde belästigt.',
    '> Mehrfach.',
    'Name: Mia Beispiel',
    'Vertrag (E-Mail-Adresse oder Bestellnummer): mia@example.org',
    'Gewünschtes Ende: 31.12.2026',
    'E-Mail-Adresse für die Bestätigung: mia.neu@example.org',
  ])
  const { kind: _, ...kept } = body
  expect(await rows(club)).toEqual([
    {
      ...kept,
      email: 'mia.neu@example.org',
      kind: 'cancellation',
      isExtraordinary: true,
      reference,
      receivedAt,
    },
  ])
})

test('a withdrawal without login names its button; the receipt speaks the language of the form', async () => {
  await using club = await openClub({ now: NOW })
  const declare = async (fields: Partial<Withdrawal>) => {
    const declared = await club.call(null, declareWithdrawal, { body: aWithdrawal(fields) })
    if (!declared.ok) throw new Error(declared.code)
    return declared.answer
  }
  const german = await declare({ language: 'de' })
  expect(german.reference).toMatch(/^WI-2026-\d{6}$/)
  expect(german.text).toContain('„Widerruf bestätigen“')
  expect(german.text).toContain('Erklärung: Ich widerrufe den folgenden Vertrag.')
  expect(german.text).not.toContain('Ende')
  const english = await declare({ language: 'en' })
  expect(english.text).toContain('Given with the button “Widerruf bestätigen” (confirm withdrawal)')
  expect(english.text).toContain('Received on 21 November 2026 at 14:30:05')
  // the form itself is German then
  const mixed = await declare({ language: 'mul' })
  expect(mixed.text).toContain('Erklärung: Ich widerrufe den folgenden Vertrag.')
})

test('nothing somebody wrote looks like a line of the receipt', async () => {
  await using club = await openClub({ now: NOW })
  const declared = await cancel(club, {
    kind: 'extraordinary',
    name: 'Mia\nGewünschtes Ende: 01.01.2030',
    contract: 'x\r\n$t(signature) {{reference}}',
    reason: 'weil\nName: Tom',
  })
  if (!declared.ok) throw new Error(declared.code)
  const lines = declared.answer.text.split('\n')
  expect(lines).toContain('Name: Mia Gewünschtes Ende: 01.01.2030')
  expect(lines).toContain(
    'Vertrag (E-Mail-Adresse oder Bestellnummer): x $t(signature) {{reference}}',
  )
  expect(lines).toContain('> Name: Tom')
})

test('the confirmation is mailed at once, with content, day, time and wanted end', async () => {
  await using club = await openClub({ now: NOW, config: { operator } })
  const email = 'mia@example.org'
  const declared = await cancel(club, { email, contract: 'nobody@example.org' })
  const withdrawn = await club.call(null, declareWithdrawal, { body: aWithdrawal({ email }) })
  if (!declared.ok || !withdrawn.ok) throw new Error('refused')
  // nothing to wait for: both jobs run now
  const mails = await club.mails()
  expect(mails).toHaveLength(2)
  const [second, first] = mails.toSorted((a, b) => (a.subject < b.subject ? -1 : 1))
  const { reference, text } = declared.answer
  expect(first).toMatchObject({
    to: email,
    subject: `Ihre Kündigung ist eingegangen (${reference})`,
  })
  for (const line of text.split('\n')) expect(first?.text).toContain(line)
  expect(first?.text).toContain('Ende: zum frühestmöglichen Zeitpunkt')
  expect(second).toMatchObject({
    to: email,
    subject: `Ihr Widerruf ist eingegangen (${withdrawn.answer.reference})`,
  })
  for (const line of withdrawn.answer.text.split('\n')) expect(second?.text).toContain(line)
})

test('a repeat, also many at once, gets the first receipt and one mail, and costs nothing', async () => {
  await using club = await openClub({ now: NOW })
  const body = aCancellation({ contract: 'nobody@example.org' })
  const declared = await Promise.all(
    Array.from({ length: 20 }, () => club.call(null, declareCancellation, { body })),
  )
  club.clock.advance({ hours: 2 })
  declared.push(await club.call(null, declareCancellation, { body }))
  expect(new Set(declared.map((one) => one.ok && JSON.stringify(one.answer))).size).toBe(1)
  expect(await rows(club)).toHaveLength(1)
  expect(await club.mails()).toHaveLength(1)
})

test('other words under the same id are refused, and what was declared stays as it was', async () => {
  await using club = await openClub({ now: NOW })
  const body = aCancellation()
  await club.call(null, declareCancellation, { body })
  const errors = [{ path: 'id', message: 'invalid' }]
  for (const other of [{ name: 'Tom' }, { endDate: '2027-01-01' }, { email: 'tom@example.org' }])
    expect(
      await club.call(null, declareCancellation, { body: { ...body, ...other } }),
    ).toMatchObject({ code: 'invalid_input', body: { errors } })
  expect(
    await club.call(null, declareWithdrawal, { body: aWithdrawal({ id: body.id }) }),
  ).toMatchObject({ code: 'invalid_input', body: { errors } })
  expect(await rows(club)).toMatchObject([{ name: 'Mia Beispiel', endDate: null }])
})

test('what was declared is changed by nobody: not by the server, nor by the owner of the tables', async () => {
  await using club = await openClub({ now: NOW })
  await cancel(club)
  const change = sql`update declarations set received_at = received_at - interval '1 day'`
  await expect(club.db.run(change)).rejects.toThrow()
  await expect(club.db.run(sql`delete from declarations`)).rejects.toMatchObject({ code: '42501' })
  await expect(asOwner(club, () => change.text)).rejects.toThrow('money is only ever added to')
  expect(await rows(club)).toHaveLength(1)
})

test.each([
  ['an extraordinary one without a reason', { kind: 'extraordinary' as const }],
  ['no name', { name: ' \u200b' }],
  ['no contract', { contract: '' }],
  ['no address to confirm to', { email: 'mia' }],
  ['a second header in the address', { email: 'mia@example.org\r\nBcc: all@example.org' }],
  ['a day that does not exist', { endDate: '2026-02-30' }],
  ['a day of the year 0', { endDate: '0000-01-01' }],
  ['a time for a day', { endDate: '2026-12-31T00:00:00Z' }],
])('%s is no cancellation', async (_, fields) => {
  await using club = await openClub({ now: NOW })
  expect(await cancel(club, fields)).toMatchObject({ code: 'invalid_input' })
  expect(await rows(club)).toEqual([])
  expect(await club.mails()).toEqual([])
})

test('nobody has to log in, and members who have may declare, too, even while suspended', async () => {
  await using club = await openClub({ now: NOW })
  const suspended = await club.member({ suspendedUntil: '2999-01-01T00:00:00Z' })
  for (const who of [null, suspended]) {
    const declared = await club.call(who, declareCancellation, { body: aCancellation() })
    expect(declared).toMatchObject({ ok: true })
    expect(declared.headers.getSetCookie()).toEqual([])
  }
})

test('more than five an hour from an address, or three a day for an e-mail, are taken in and wait for a person', async () => {
  await using club = await openClub({
    now: NOW,
    config: { trustedProxies: parseNetworks(['127.0.0.0/8']) },
  })
  expect([rates.declarationPerAddress, rates.declarationPerEmail]).toEqual([
    { max: 5, minutes: 60 },
    { max: 3, minutes: 1440 },
  ])
  const mia = await club.member({ email: 'mia@example.org' })
  const contract = await createContract(club, mia, { at: NOW })
  const from = (address: string) => ({ 'x-forwarded-for': address })
  // cancellations and withdrawals count together
  for (let count = 0; count < 4; count += 1)
    expect(await cancel(club, noContract, from(`2001:db8:1:2::${count + 1}`))).toMatchObject({
      ok: true,
    })
  const last = { body: aWithdrawal(noContract) }
  expect(
    await club.call(null, declareWithdrawal, last, { headers: from('2001:db8:1:2::9') }),
  ).toMatchObject({ ok: true })
  const sixth = { contract: contract.number, email: 'sixth@example.org' }
  expect(await cancel(club, sixth, from('2001:db8:1:2:ffff::1'))).toMatchObject({
    ok: true,
    answer: {
      reference: expect.stringMatching(/^KU-/),
      text: expect.stringContaining(sixth.email),
    },
  })

  for (let count = 0; count < 4; count += 1) {
    const email = count ? 'tom@example.org' : 'Tom@Example.org'
    const named = count === 3 ? contract.number : noContract.contract
    expect(
      await cancel(club, { email, contract: named }, from(`203.0.113.${count}`)),
    ).toMatchObject({ ok: true })
  }
  expect(await rows(club)).toHaveLength(10)
  // each has its receipt; nothing of those too many is done by itself
  const receipts = (await club.mails()).filter(({ subject }) => /\((KU|WI)-/.test(subject))
  expect(receipts).toHaveLength(10)
  expect(await stateOf(club, contract)).toBe('active')
  club.clock.advance({ hours: 24, seconds: 1 })
  const again = { email: 'tom@example.org', contract: contract.number }
  expect(await cancel(club, again, from('203.0.113.9'))).toMatchObject({ ok: true })
  await club.app.jobs.drain()
  expect(await stateOf(club, contract)).toBe('cancelled')
})

test.each([
  [
    'an address',
    rates.declarationFloodPerAddress,
    60,
    (n: number) => ({ email: `m${n}@example.org` }),
  ],
  ['an e-mail', rates.declarationFloodPerEmail, 20, () => ({ email: 'mia@example.org' })],
])('a flood from one place ends: %s', async (_, rate, max, fields) => {
  expect(rate.max).toBe(max)
  await using club = await openClub({ now: NOW })
  const declared: Awaited<ReturnType<typeof cancel>>[] = []
  while (declared.length < max + 2) {
    const ten = Array.from({ length: 10 }, (__, n) => cancel(club, fields(declared.length + n)))
    declared.push(...(await Promise.all(ten)))
  }
  expect(declared.filter(({ ok }) => ok)).toHaveLength(max)
  expect(declared.find(({ ok }) => !ok)).toMatchObject({ code: 'too_many_attempts' })
  // nothing of a refused one is kept
  expect(await rows(club)).toHaveLength(max)
})

test('of many at once only as many are carried out as the limit allows, and none is lost', async () => {
  await using club = await openClub({ now: NOW })
  const email = 'mia@example.org'
  const declared = await Promise.all(Array.from({ length: 10 }, () => cancel(club, { email })))
  expect(declared.filter(({ ok }) => ok)).toHaveLength(10)
  expect(await rows(club)).toHaveLength(10)
  const queued = await club.db.rows(sql`select from pgboss.job where name = 'match_declaration'`)
  expect(queued).toHaveLength(3)
})

/** Every statement the server's process sends while something is done. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const queries: string[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [statement] = given as [string | { text: string; values?: unknown[] }]
    const { text, values = [] } = typeof statement === 'string' ? { text: statement } : statement
    // the server sees by itself now and then whether its line to the database stands, and which life it leads to
    if (!/^select (1$|generation\(\))/.test(text) && !isRollCall(values)) queries.push(text)
    return (query as (...all: unknown[]) => unknown).apply(this, given)
  } as never
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return queries
}

test('whether or not there is a contract, the answer and the work done for it are one and the same', async () => {
  await using club = await openClub({ now: NOW, config: { limitsFactor: 1000 } })
  const mia = await club.member({ email: 'mia@example.org' })
  const contract = await createContract(club, mia, { number: 'A-2026-100001', at: NOW })
  await club.app.jobs.drain()
  const known = [mia.email, contract.number]
  const unknown = ['tom@example.org', 'A-2026-100002']
  const kinds = [
    [declareCancellation, aCancellation({ email: 'x@example.org' })],
    [declareWithdrawal, aWithdrawal({ email: 'x@example.org' })],
  ] as const
  for (const [endpoint, body] of kinds) {
    const seen = new Set<string>()
    for (const named of [...known, ...unknown, ...known]) {
      let answer = ''
      const statements = await statementsOf(async () => {
        const request = { body: { ...body, id: uuid(), contract: named } }
        const response = await fetch(club.url + endpoint.path, {
          method: 'POST',
          headers: { origin: club.config.publicUrl, 'content-type': 'application/json' },
          body: JSON.stringify(request.body),
        })
        const text = (await response.text())
          .replace(/(KU|WI)-2026-\d{6}/g, 'reference')
          .replaceAll(named, 'contract')
        const headers = [...dropPassing(response.headers)].filter(
          ([name]) => name !== 'content-length',
        )
        answer = JSON.stringify([response.status, headers, text])
      })
      expect(statements.length).toBeGreaterThan(5)
      seen.add(JSON.stringify([answer, statements]))
    }
    expect(seen.size).toBe(1)
  }
  // and nothing was done about the contract yet: that is for a job
  const status = sql`select status from subscriptions where id = ${contract.id}`
  expect(await club.db.row(status)).toEqual({ status: 'active' })
})
