import { expect, test } from 'vitest'
import { answerRequest, listOwnRequests, makeRequest } from '#contract/privacy/dataRequests.ts'
import { sql } from '#server/platform/database/database.ts'
import { ask, listDataRequests, NOON, openDesk } from '#testing/privacy/requests.ts'
import { proveSession, readTraces } from '#testing/fixtures/submissions.ts'
import { uuid } from '#testing/random.ts'
import { requestDueDate, MONTHS } from './requests.policy.ts'

test.each([
  ['2026-01-31T12:00:00Z', '2026-02-28T22:59:59.000Z'],
  ['2028-01-31T12:00:00Z', '2028-02-29T22:59:59.000Z'],
  ['2026-02-28T12:00:00Z', '2026-03-28T22:59:59.000Z'],
  // in summer the day ends an hour earlier, and it is the day in Berlin that counts
  ['2026-03-10T12:00:00Z', '2026-04-10T21:59:59.000Z'],
  ['2026-05-31T22:30:00Z', '2026-07-01T21:59:59.000Z'],
  ['2026-12-31T12:00:00Z', '2027-01-31T22:59:59.000Z'],
])('what came in at %s is due at %s', (received, due) => {
  expect(requestDueDate(new Date(received), MONTHS.given).toISOString()).toBe(due)
})

test('a request gets a number and a date, and a repeat of it gets the same', async () => {
  await using place = await openDesk()
  const { club, mia } = place
  const made = await ask(club, mia, 'rectification')
  expect(made).toMatchObject({
    number: expect.stringMatching(/^DS-2026-\d{6}$/),
    kind: 'rectification',
    text: 'Please.',
    receivedAt: '2026-11-21T12:00:00.000Z',
    dueAt: '2026-12-21T22:59:59.000Z',
    closedAt: null,
    answer: null,
  })
  expect(await ask(club, mia, 'rectification', made.id)).toEqual(made)
  expect(await club.call(mia, listOwnRequests, {})).toMatchObject({ answer: { requests: [made] } })
  // nobody learns what is somebody else's
  const ben = await club.member()
  const body = { id: made.id, kind: 'access', text: 'Mine?' } as const
  expect(await club.call(ben, makeRequest, { body })).toMatchObject({ code: '23505' })
  expect(await club.call(ben, listOwnRequests, {})).toMatchObject({ answer: { requests: [] } })
})

test('eleven in a day are one too many', async () => {
  await using place = await openDesk()
  const { club, mia } = place
  for (let n = 0; n < 10; n += 1) await ask(club, mia)
  const body = { id: uuid(), kind: 'access', text: 'Again.' } as const
  expect(await club.call(mia, makeRequest, { body })).toMatchObject({ code: 'too_many_attempts' })
  expect((await club.call(mia, listOwnRequests, {})) as object).toMatchObject({
    answer: { requests: { length: 10 } },
  })
})

test('admins see what waits, the next due first, and what is closed, the latest first', async () => {
  await using place = await openDesk()
  const { club, mia, admin } = place
  const first = await ask(club, mia)
  club.clock.advance({ days: 1 })
  const second = await ask(club, mia, 'restriction')
  club.clock.advance({ days: 20, minutes: 1 })
  const open = await listDataRequests(club, admin)
  expect(open.requests.map(({ id, isUrgent }) => [id, isUrgent])).toEqual([
    [first.id, true],
    [second.id, false],
  ])
  expect(open.requests[0]).toMatchObject({ userId: mia.userId, username: mia.username })
  await proveSession(club, admin)
  for (const { id } of [first, second]) {
    await club.call(admin, answerRequest, {
      params: { requestId: id },
      body: { answer: 'Done.' },
    })
    club.clock.advance({ minutes: 1 })
  }
  expect((await listDataRequests(club, admin)).requests).toEqual([])
  const closed = await listDataRequests(club, admin, { state: 'closed' })
  expect(closed.requests.map(({ id }) => id)).toEqual([second.id, first.id])
  expect((await readTraces(club)).map(({ action }) => action)).toContain('requests_viewed')
})

test('the list is read page by page without losing or repeating a row', async () => {
  await using place = await openDesk()
  const { club, mia, admin } = place
  await club.db.run(sql`
    insert into data_requests (id, number, user_id, kind, received_at, due_at, closed_at)
    select gen_random_uuid(), 'DS-2026-' || lpad(n::text, 6, '0'), ${mia.userId}, 'access', ${NOON},
      ${NOON}::timestamptz + (n % 7) * interval '1 hour', case when n > 60 then ${NOON}::timestamptz end
    from generate_series(1, 120) n`)
  for (const state of ['open', 'closed'] as const) {
    const numbers: string[] = []
    let before: string | undefined
    do {
      const page = await listDataRequests(club, admin, {
        state,
        ...(before !== undefined && { before }),
      })
      numbers.push(...page.requests.map(({ number }) => number))
      before = page.next ?? undefined
    } while (before !== undefined)
    expect([numbers.length, new Set(numbers).size]).toEqual([60, 60])
  }
  expect((await listDataRequests(club, admin, { before: 'nonsense' })).requests).toHaveLength(50)
})
