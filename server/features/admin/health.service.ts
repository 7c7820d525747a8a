import type * as contract from '#contract/admin/admin.ts'
import { limits } from '#contract/limits.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { reportsPerThousand, hideSmallCount } from './health.policy.ts'
import {
  countWeeks,
  deleteOldWeeks,
  insertWeek,
  listStoredWeeks,
  listMondays,
  type Week,
} from './health.queries.ts'

async function describeWeeks(on: Sql, weeks: readonly string[]): Promise<Week[]> {
  if (weeks.length === 0) return []
  return (await countWeeks(on, weeks)).map((sums) => ({
    week: sums.week,
    newcomers: hideSmallCount(sums.newcomers),
    admitted: hideSmallCount(sums.admitted),
    firstPost: hideSmallCount(sums.firstPost),
    returning: hideSmallCount(sums.returning),
    posts: hideSmallCount(sums.posts),
    reports: reportsPerThousand(sums.reports, sums.posts),
  }))
}

/** Keeps each week that is over as it was then: what goes or is deleted later changes nothing in it. */
export async function keepWeeks({ db, now }: Pick<App, 'db' | 'now'>): Promise<void> {
  const mondays = await listMondays(db, now(), limits.healthWeeks)
  const over = mondays.flatMap(({ week, isOver }) => (isOver ? week : []))
  const stored = new Set((await listStoredWeeks(db, over)).map(({ week }) => week))
  const missing = over.filter((week) => !stored.has(week))
  for (const week of await describeWeeks(db, missing)) await insertWeek(db, week)
  await deleteOldWeeks(db, mondays[0]!.week)
}

/** As they were kept; those that are not, the running one above all, as they are now. */
export const getHealth: Handler<typeof contract.getHealth> = async ({ db, now }) => {
  const mondays = (await listMondays(db, now(), limits.healthWeeks)).map(({ week }) => week)
  const stored = new Map((await listStoredWeeks(db, mondays)).map((one) => [one.week, one]))
  const counted = await describeWeeks(
    db,
    mondays.filter((week) => !stored.has(week)),
  )
  for (const one of counted) stored.set(one.week, one)
  return { weeks: mondays.map((week) => stored.get(week)!) }
}
