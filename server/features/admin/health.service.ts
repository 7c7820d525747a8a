import type * as contract from '#contract/admin/admin.ts'
import { limits } from '#contract/limits.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { reportsPerThousand, hideSmallCount } from './health.policy.ts'
import { listWeeks } from './health.queries.ts'
import { countReports } from './reports.queries.ts'

export const getHealth: Handler<typeof contract.getHealth> = async ({ db, now }) => {
  const weeks = await listWeeks(db, now(), limits.healthWeeks)
  const reports = await countReports(
    db,
    weeks.map(({ week }) => week),
  )
  return {
    weeks: weeks.map((one, index) => ({
      week: one.week,
      newcomers: hideSmallCount(one.newcomers),
      admitted: hideSmallCount(one.admitted),
      firstPost: hideSmallCount(one.firstPost),
      returning: hideSmallCount(one.returning),
      posts: hideSmallCount(one.posts),
      reports: reportsPerThousand(reports[index] ?? 0, one.posts),
    })),
  }
}
