import type { Query } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/database.ts'
import type { Club } from '#testing/club/club.ts'
import { asOwner } from './owner.ts'

type Plan = {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

/** What nobody has counted is planned by guess; a club that is used has been counted. */
export const countRows = (club: Club): Promise<void> => asOwner(club, () => 'analyze')

/**
 * At how many rows the database looks for what a server asks while something is done: its work, which
 * does not grow with what else the machine does.
 */
export async function rowsRead(club: Club, work: () => Promise<unknown>): Promise<number> {
  const { db } = club.app
  const queries: Query[] = []
  const { row, rows } = db
  db.row = (query) => (queries.push(query), row(query))
  db.rows = (query) => (queries.push(query), rows(query))
  try {
    await work()
  } finally {
    Object.assign(db, { row, rows })
  }
  let read = 0
  for (const query of queries.filter(({ text }) => /^\s*(select|with)\b/.test(text))) {
    const plan = await row<object>(sql`explain (analyze, timing off, format json) ${query}`)
    const [[{ Plan: root }]] = Object.values(plan!) as [[{ Plan: Plan }]]
    read += lookedAt(root)
  }
  return read
}

function lookedAt(plan: Plan): number {
  if (plan.Plans) return plan.Plans.reduce((sum, one) => sum + lookedAt(one), 0)
  const {
    'Actual Rows': kept,
    'Rows Removed by Filter': filtered = 0,
    'Rows Removed by Index Recheck': rechecked = 0,
  } = plan
  return (kept + filtered + rechecked) * plan['Actual Loops']
}
