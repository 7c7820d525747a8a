import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { DAY_MS, HOUR_MS } from '#server/platform/lists/calendar.ts'
import { active, at, cancelled, END } from '#testing/billing/standings.ts'
import { beginning } from './subscription.state.ts'
import { listDueEvents } from './subscription.turning.ts'

const after = (date: Date, ms: number) => new Date(date.getTime() + ms)

test('an order nobody approved is given up when its time is over, and the provider knows of nothing', () => {
  const ordered = { ...beginning, orderedAt: at('02-01') }
  const end = after(at('02-01'), limits.approvalHours * HOUR_MS)
  expect(listDueEvents(ordered, after(end, -1), true)).toEqual([])
  expect(listDueEvents(ordered, end, false)).toEqual([])
  expect(listDueEvents(ordered, end, true)).toEqual([
    { occurredAt: end, data: {}, kind: 'expired', key: 'expired' },
  ])
  expect(listDueEvents(beginning, end, true)).toEqual([])
})

test('a renewal is announced once, in time, of a contract that goes on', () => {
  const due = after(END, -limits.renewalNoticeDays * DAY_MS)
  const periodEnd = END.toISOString()
  expect(listDueEvents(active, after(due, -1), true)).toEqual([])
  for (const isSure of [true, false])
    expect(listDueEvents(active, due, isSure)).toEqual([
      { occurredAt: due, kind: 'reminded', key: `reminded:${periodEnd}`, data: { periodEnd } },
    ])
  expect(listDueEvents({ ...active, remindedOf: END }, due, true)).toEqual([])
  expect(listDueEvents(cancelled, due, true)).toEqual([])
})
