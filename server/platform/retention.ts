import { randomUUID } from 'node:crypto'
import { berlinDay } from '#contract/birthdate.ts'
import { retention, type Period, type RetentionRule } from '#contract/retention.ts'
import type { App } from './context.ts'
import { sql, type Sql } from './database.ts'

/** How much each rule removed; a rule that was asked and found nothing says 0. */
export type Removed = Partial<Record<RetentionRule, number>>

const HOUR_MS = 3_600_000
const HOURS = { hours: 1, days: 24 }

/** What is as old as this has been kept as long as the rule allows. Months are those of the calendar. */
export function keptSince(rule: RetentionRule, now: Date): Date {
  const { amount, unit, fromYearEnd }: Period = retention[rule]
  if (unit === 'hours' || unit === 'days')
    return new Date(now.getTime() - amount * HOURS[unit] * HOUR_MS)
  const before = new Date(now)
  const day = now.getUTCDate()
  before.setUTCDate(1)
  before.setUTCMonth(before.getUTCMonth() - (unit === 'years' ? 12 * amount : amount))
  const lastDay = new Date(Date.UTC(before.getUTCFullYear(), before.getUTCMonth() + 1, 0))
  before.setUTCDate(Math.min(day, lastDay.getUTCDate()))
  // in winter Berlin is an hour ahead
  return fromYearEnd ? new Date(`${berlinDay(before).slice(0, 4)}-01-01T00:00:00+01:00`) : before
}

/** The length of a rule that counts in hours or days, in milliseconds. */
export function lengthOf(rule: RetentionRule): number {
  const { amount, unit } = retention[rule]
  if (unit === 'hours' || unit === 'days') return amount * HOURS[unit] * HOUR_MS
  throw new Error(`${rule} has no fixed length`)
}

/** Writes down what a run removed. */
export async function noteRun(
  on: Sql,
  removed: Removed,
  { at, isDaily }: { at: Date; isDaily: boolean },
): Promise<void> {
  const counts = Object.entries(removed).filter(([, count]) => isDaily || count > 0)
  await on.run(sql`
    insert into retention_runs (run, rule, at, removed, is_daily)
    select ${randomUUID()}::uuid, rule, ${at.toISOString()}::timestamptz, removed, ${isDaily}::boolean
    from unnest(${counts.map(([rule]) => rule)}::text[],
      ${counts.map(([, count]) => count)}::int[]) counts (rule, removed)`)
}

/** A job that keeps rules more often than daily, and writes down what it removed. */
export const proving =
  (work: (app: App) => Promise<Removed>) =>
  async (app: App): Promise<void> => {
    const removed = await work(app)
    await noteRun(app.db, removed, { at: app.now(), isDaily: false })
  }
