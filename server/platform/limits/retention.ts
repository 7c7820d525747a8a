// When something has been kept as long as its rule allows, and how it is removed in parts and written down.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { berlinDay } from '#contract/day.ts'
import { retention, type Kept, type RetentionRule } from '#contract/privacy/retention.ts'
import { HOUR_MS } from '#server/platform/lists/calendar.ts'
import type { App } from '#server/platform/context.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'

/** How much each rule removed; a rule that was asked and found nothing says 0. */
export type Removed = Partial<Record<RetentionRule, number>>

const HOURS = { hours: 1, days: 24 }

/** What is as old as this has been kept as long as the rule allows. Months are those of the calendar. */
export function retentionCutoff(rule: RetentionRule, now: Date): Date {
  const { amount, unit, since }: Kept = retention[rule]
  if (unit === 'hours' || unit === 'days')
    return new Date(now.getTime() - amount * HOURS[unit] * HOUR_MS)
  const before = new Date(now)
  const day = now.getUTCDate()
  before.setUTCDate(1)
  before.setUTCMonth(before.getUTCMonth() - (unit === 'years' ? 12 * amount : amount))
  const lastDay = new Date(Date.UTC(before.getUTCFullYear(), before.getUTCMonth() + 1, 0))
  before.setUTCDate(Math.min(day, lastDay.getUTCDate()))
  if (since !== 'year_end') return before
  // in winter Berlin is an hour ahead
  return new Date(`${berlinDay(before).slice(0, 4)}-01-01T00:00:00+01:00`)
}

/** SQL: when the last day, in Berlin, on which something from then is kept has ended; of a rule that counts in months. */
export const isKeptToTheDay = (rule: RetentionRule, from: Query): Query => sql`
  (date_trunc('day', ${from} at time zone 'Europe/Berlin'
      + make_interval(months => ${retention[rule].amount}::int)) + interval '1 day')
    at time zone 'Europe/Berlin'`

/** The length of a rule that counts in hours or days, in milliseconds. */
export function retentionMs(rule: RetentionRule): number {
  const { amount, unit } = retention[rule]
  if (unit === 'hours' || unit === 'days') return amount * HOURS[unit] * HOUR_MS
  throw new Error(`${rule} has no fixed length`)
}

type Run = { at: Date; isDaily: boolean; overdue?: Removed }

/**
 * Writes down what a run removed, and what it left that is older than it may be. A rule that could
 * not be asked is counted all the same, and is no part of the daily run.
 */
export async function noteRun(
  on: Sql,
  removed: Removed,
  { at, isDaily, overdue = {} }: Run,
): Promise<void> {
  const rules = [...new Set([...Object.keys(removed), ...Object.keys(overdue)])] as RetentionRule[]
  const noted = rules.filter((rule) => isDaily || (removed[rule] ?? 0) > 0)
  await on.run(sql`
    insert into retention_runs (run, rule, at, removed, is_daily, overdue)
    select ${randomUUID()}::uuid, rule, ${at.toISOString()}::timestamptz, coalesce(removed, 0),
      ${isDaily}::boolean and removed is not null, overdue
    from unnest(${noted}::text[], ${noted.map((rule) => removed[rule] ?? null)}::int[],
      ${noted.map((rule) => overdue[rule] ?? null)}::int[]) counts (rule, removed, overdue)`)
}

/** Some of what a run had to do failed, and was logged; what it did is counted all the same. */
export class Unkept extends Error {
  override name = 'Unkept'
  readonly removed: Removed

  constructor(removed: Removed, cause: unknown) {
    super('not everything could be removed', { cause })
    this.removed = removed
  }
}

/** Rows deleted in one statement, so that others wait only briefly for a lock or for the journal. */
export const PART = 2_000

/**
 * Milliseconds without work after a part that took so long: members who post meanwhile have the database to themselves
 * for half of the time, or for half a second after a part that took longer.
 */
export const restMs = (tookMs: number): number => Math.min(tookMs, 500)

/** Removes in parts, each committed by itself: a run that is cut short goes on where it was. */
export async function removeInParts(remove: (many: number) => Promise<number>): Promise<number> {
  let removed = 0
  for (;;) {
    const began = performance.now()
    const count = await remove(PART)
    removed += count
    if (count < PART) return removed
    await sleep(restMs(performance.now() - began))
  }
}

/** What is to be removed, and by which rule, if there is one for it. */
type Removal = [rule: RetentionRule | null, remove: () => Promise<number>]

/** Removes one after the other. What fails keeps nothing else from its turn, and its rule counts as not asked. */
export async function removeEach(
  { log }: Pick<App, 'log'>,
  removals: readonly Removal[],
): Promise<Removed> {
  const removed: Removed = {}
  const failures: [RetentionRule | null, unknown][] = []
  for (const [rule, remove] of removals)
    try {
      const count = await remove()
      if (rule) removed[rule] = (removed[rule] ?? 0) + count
    } catch (error) {
      log.error({ err: error, rule }, 'a rule of retention could not be kept')
      failures.push([rule, error])
    }
  for (const [rule] of failures) if (rule) delete removed[rule]
  if (failures[0]) throw new Unkept(removed, failures[0][1])
  return removed
}

/** A job that keeps rules more often than daily, and writes down what it removed. */
export const proving =
  (work: (app: App) => Promise<Removed>) =>
  async (app: App): Promise<void> => {
    const note = (removed: Removed) => noteRun(app.db, removed, { at: app.now(), isDaily: false })
    try {
      await note(await work(app))
    } catch (error) {
      if (error instanceof Unkept) await note(error.removed)
      throw error
    }
  }
