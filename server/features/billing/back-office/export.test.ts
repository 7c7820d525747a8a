import { expect, test } from 'vitest'
import { exportLedger } from '#contract/billing/backOffice.ts'
import { sql } from '#server/platform/database/database.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { createContract } from '#testing/billing/contracts.ts'
import { proveSession, readTraces } from '#testing/fixtures/submissions.ts'

const NOW = '2026-11-21T13:30:00Z'

async function exported(club: Club, { cookie }: { cookie: string }, month: string) {
  const response = await fetch(club.url + exportLedger.path.replace(':month', month), {
    headers: { cookie },
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  return {
    status: response.status,
    headers: response.headers,
    mark: bytes.subarray(0, 3),
    text: new TextDecoder().decode(bytes),
  }
}
const codeOf = (text: string) => (JSON.parse(text) as { code: string }).code

test('the ledger of a month of Berlin comes as CSV, names nobody, and leaves a trace', async () => {
  await using club = await openClub({ now: NOW })
  const mia = await club.member({ username: 'Mia Sommer', email: 'mia@example.org' })
  const ben = await club.member()
  const { id, number, paymentId } = await createContract(club, mia, { at: '2026-10-31T23:30:00Z' })
  await createContract(club, ben, { at: '2026-10-31T22:30:00Z' })
  const ida = await club.member({ isAdmin: true })
  await proveSession(club, ida)
  const { status, headers, mark, text } = await exported(club, ida, '2026-11')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(mark).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf))
  const [names, ...lines] = text.split('\r\n')
  expect(names).toBe(
    'booked_at,day_in_berlin,transaction,reference,order_number,account,cents,currency',
  )
  expect(lines.pop()).toBe('')
  const cells = lines.map((line) => line.split(','))
  expect(cells.map(([at, day, , reference, order]) => [at, day, reference, order])).toEqual(
    cells.map(() => ['2026-10-31T23:30:00.000Z', '2026-11-01', `payment:${paymentId}`, number]),
  )
  expect(Object.fromEntries(cells.map((cell) => [cell[5], Number(cell[6])]))).toEqual({
    provider: 1906,
    fees: 84,
    revenue: -1672,
    vat: -318,
  })
  expect(text).not.toMatch(/Mia|mia@|Sommer/)
  expect(await readTraces(club)).toContainEqual({
    action: 'ledger_exported',
    actorId: ida.userId,
    subjectId: null,
    details: { month: '2026-11', lines: 4 },
  })
  const empty = await exported(club, ida, '2026-09')
  expect(empty.text).toBe(`${names}\r\n`)

  // whatever a provider calls a payment, no spreadsheet calculates with it
  await club.db.transaction(async (tx) => {
    const entry = (account: string, cents: number) => sql`
      insert into ledger_entries (transaction_id, account, cents, currency, reference,
        subscription_id, at)
      values ('00000000-0000-4000-8000-000000000001', ${account}, ${cents}, 'EUR',
        '=HYPERLINK("https://evil.example")', ${id}, '2026-08-10T10:00:00Z')`
    await tx.run(entry('revenue', -1))
    await tx.run(entry('provider', 1))
  })
  expect((await exported(club, ida, '2026-08')).text).toContain(
    `,"'=HYPERLINK(""https://evil.example"")",`,
  )
})

test('only a proven admin gets it, and only of a month there is', async () => {
  await using club = await openClub({ now: NOW })
  const ida = await club.member({ isAdmin: true })
  const mia = await club.member()
  expect(codeOf((await exported(club, ida, '2026-11')).text)).toBe('proof_needed')
  await proveSession(club, mia)
  expect(codeOf((await exported(club, mia, '2026-11')).text)).toBe('42501')
  await proveSession(club, ida)
  for (const month of ['2026-13', '2026-1', '0000-01', 'x'])
    expect(codeOf((await exported(club, ida, month)).text)).toBe('invalid_input')
  expect((await exported(club, ida, '9999-12')).status).toBe(200)
  expect(
    (await readTraces(club)).filter(({ action }) => action === 'ledger_exported'),
  ).toHaveLength(1)
})
