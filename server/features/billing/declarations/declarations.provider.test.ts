import { expect, test } from 'vitest'
import {
  declareCancellation,
  declareWithdrawal,
  disputeDeclaration,
} from '#contract/billing/declarations.ts'
import { sql } from '#server/platform/database/database.ts'
import type { PaymentProvider } from '#server/platform/payments.ts'
import { openClub, type Club } from '#testing/club/club.ts'
import { createContract } from '#testing/billing/contracts.ts'
import { aCancellation, aWithdrawal } from '#testing/billing/declarations.ts'

const ORDERED = '2026-11-14T10:00:00Z'
const NOW = '2026-11-21T13:30:00Z'

/** A provider that only notes what it is asked for. */
async function opened() {
  const calls: string[] = []
  const provider: PaymentProvider = {
    name: 'house',
    start: () => Promise.reject(new Error('nothing is ordered here')),
    cancel: async () => void calls.push('stop'),
    reprice: () => Promise.reject(new Error('no price changes here')),
    async refund({ cents, key }) {
      calls.push(`refund ${cents}`)
      return { refundId: `back-${key}` }
    },
    read: () => Promise.resolve(null),
    verify: () => Promise.resolve({ outcome: 'unknown' }),
  }
  const club = await openClub({ now: ORDERED, payments: provider })
  const mia = await club.member({ email: 'mia@example.org' })
  await createContract(club, mia)
  await club.app.jobs.drain()
  club.clock.set(NOW)
  return { club, calls, mia }
}

/** What happens by itself, so many hours later. */
async function later(club: Club, hours: number) {
  club.clock.advance({ hours })
  for (const job of ['turn_subscriptions', 'send_refunds'] as const)
    await club.app.jobs.send(club.db, job, {})
  await club.app.jobs.drain()
  await club.app.jobs.send(club.db, 'send_refunds', {})
  await club.app.jobs.drain()
}
const disputed = async (club: Club) => {
  const mails = await club.mails()
  const token = mails.map(({ text }) => /#dispute=([\w-]+)/.exec(text)?.[1]).findLast(Boolean) ?? ''
  const done = await club.call(null, disputeDeclaration, { body: { token } })
  expect(done).toMatchObject({ ok: true })
}

test('nothing that cannot be undone happens at the provider while it may still be disputed', async () => {
  const { club, calls } = await opened()
  await using _ = club
  await club.call(null, declareCancellation, { body: aCancellation() })
  await club.app.jobs.drain()
  await later(club, 71)
  expect(calls).toEqual([])
  await later(club, 2)
  await later(club, 24)
  expect(calls).toEqual(['stop'])
})

test('a disputed cancellation never reaches the provider', async () => {
  const { club, calls } = await opened()
  await using _ = club
  await club.call(null, declareCancellation, { body: aCancellation() })
  await disputed(club)
  await later(club, 80)
  expect(calls).toEqual([])
})

test('a charge that is near is stopped in time all the same', async () => {
  const { club, calls } = await opened()
  await using _ = club
  club.clock.set('2026-12-12T10:00:00Z')
  await club.call(null, declareCancellation, { body: aCancellation() })
  await club.app.jobs.drain()
  await later(club, 23)
  expect(calls).toEqual([])
  await later(club, 2)
  expect(calls).toEqual(['stop'])
})

test('disputed after that, it ends all the same, and its owner hears when and what to do', async () => {
  const { club, calls, mia } = await opened()
  await using _ = club
  club.clock.set('2026-12-12T10:00:00Z')
  await club.call(null, declareCancellation, { body: aCancellation() })
  await club.app.jobs.drain()
  await later(club, 25)
  expect(calls).toEqual(['stop'])
  await disputed(club)
  const mail = (await club.mails()).findLast(({ to }) => to === mia.email)
  expect(mail?.text).toMatch(/endet aber am 14\.12\.2026 um 11:00:00 Uhr/)
  expect(mail?.text).toContain('neu bestellen')
  expect(mail?.text).not.toContain('läuft weiter')
})

test('disputed once the end has come, its owner hears why it came', async () => {
  const { club, mia } = await opened()
  await using _ = club
  club.clock.set('2026-12-12T10:00:00Z')
  await club.call(null, declareCancellation, { body: aCancellation() })
  await club.app.jobs.drain()
  await later(club, 25)
  await later(club, 24)
  await disputed(club)
  const mail = (await club.mails()).findLast(({ to }) => to === mia.email)
  expect(mail?.text).toMatch(/ist aber am 14\.12\.2026 um 11:00:00 Uhr zu Ende gegangen/)
  expect(mail?.text).toContain('neu bestellen')
  expect(mail?.text).not.toContain('schon vorher beendet')
})

test('the money of a withdrawal goes back once it cannot be disputed any more, and once', async () => {
  const { club, calls } = await opened()
  await using _ = club
  await club.call(null, declareWithdrawal, { body: aWithdrawal() })
  await club.app.jobs.drain()
  await later(club, 71)
  expect(calls).toEqual([])
  await later(club, 2)
  await later(club, 24)
  expect(calls.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['refund 1526', 'stop'])
  // § 357 (1) BGB: fourteen days from the declaration, not from when it was certain
  const due = await club.db.row<{ dueAt: string }>(sql`select due_at from refunds`)
  expect(due?.dueAt).toBe('2026-12-05T13:30:00.000Z')
})

test('a disputed withdrawal moves no money', async () => {
  const { club, calls } = await opened()
  await using _ = club
  await club.call(null, declareWithdrawal, { body: aWithdrawal() })
  await later(club, 10)
  await disputed(club)
  await later(club, 80)
  expect(calls).toEqual([])
})

test('a withdrawal stays as it is once its member ordered anew, and so does what it pays back', async () => {
  const { club, calls, mia } = await opened()
  await using _ = club
  club.clock.set('2026-11-28T09:00:00Z')
  await club.call(null, declareWithdrawal, { body: aWithdrawal() })
  await club.app.jobs.drain()
  const anew = await createContract(club, mia)
  // also when it is clicked again, and once explained it is that for a while
  await disputed(club)
  await disputed(club)
  const sentMails = (await club.mails()).filter(({ subject }) =>
    subject.startsWith('Ihr Vertrag bleibt'),
  )
  expect(sentMails).toMatchObject([
    { to: mia.email, subject: expect.stringMatching(/ beendet \(WI-/) },
  ])
  const traces = sql`select from audit where action = 'declaration_disputed'`
  expect(await club.db.rows(traces)).toHaveLength(1)
  expect(sentMails[0]?.text).toContain('weil Sie inzwischen neu bestellt haben')
  await later(club, 71)
  expect(calls).toEqual([])
  await later(club, 2)
  // 30 days, 14 of them used
  expect(calls.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['refund 1062', 'stop'])
  const live = await club.db.rows(sql`select id from subscriptions where status = 'active'`)
  expect(live).toEqual([{ id: anew.id }])
})
