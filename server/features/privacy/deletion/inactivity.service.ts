import { berlinDay } from '#contract/day.ts'
import { noteWarned } from '#server/features/accounts/accounts.ts'
import { removeFiles } from '#server/features/verification/verification.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import type { App } from '#server/platform/context.ts'
import { retentionCutoff, type Removed } from '#server/platform/limits/retention.ts'
import { leave } from './deletion.service.ts'
import { listExpired, lockExpired, unseenAccountsSql } from './inactivity.queries.ts'
import { purge } from './purge.service.ts'

/** Days before the deletion on which the member is warned, the last warning first. */
const WARNINGS = [
  { times: 3, days: 7 },
  { times: 2, days: 30 },
  { times: 1, days: 60 },
]
const AT_ONCE = 200

/** Until when somebody must have been seen last for their account to end in so many days. */
const lastDaySeen = (now: Date, inDays: number): string =>
  berlinDay(retentionCutoff('inactiveAccounts', new Date(now.getTime() + inDays * DAY_MS)))

/**
 * Warns owners who were not seen for long, three times, and ends their accounts when the time has
 * come. A club that slept through the warnings gives the last one, and its week, first.
 */
export async function endUnused(app: App): Promise<Removed> {
  const now = app.now()
  const today = berlinDay(now)
  for (const { times, days } of WARNINGS)
    await warn(app, { times, today, until: lastDaySeen(now, days) })

  const ending = { seenUntil: lastDaySeen(now, 0), today }
  let inactiveAccounts = 0
  let over = await listExpired(app.db, ending, AT_ONCE)
  while (over.length > 0) {
    for (const userId of over) if (await end(app, userId, ending)) inactiveAccounts += 1
    over = await listExpired(app.db, ending, AT_ONCE)
  }
  return { inactiveAccounts }
}

type Warning = { times: number; today: string; until: string }

async function warn(app: App, { times, today, until }: Warning): Promise<void> {
  let warned = AT_ONCE
  while (warned === AT_ONCE)
    warned = await app.db.transaction(async (tx) => {
      const found = await noteWarned(tx, unseenAccountsSql(until, times, AT_ONCE), { times, today })
      for (const userId of found) await app.jobs.send(tx, 'mail_account_unused', { userId })
      return found.length
    })
}

/** Purged at once: who was warned three times has had the days in which others change their mind. */
async function end(
  app: App,
  userId: string,
  ending: { seenUntil: string; today: string },
): Promise<boolean> {
  const left = await app.db.transaction(async (tx) => {
    if (!(await lockExpired(tx, userId, ending))) return null
    return leave(app, tx, userId, { purgeAt: app.now(), reason: 'inactive' })
  })
  if (!left) return false
  await removeFiles(app, left.paths)
  return purge(app, userId)
}
