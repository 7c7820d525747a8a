import { DAY_MS } from '#server/platform/lists/calendar.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { findMailLanguage } from '#server/features/accounts/accounts.ts'
import { impose } from '#server/features/moderation/statements/imposing.service.ts'
import { reportingLimit } from '#server/features/moderation/statements/statements.service.ts'
import { lastStated } from '#server/features/moderation/statements/statements.queries.ts'
import { mailTranslator } from '#server/text/words.ts'
import { misuse, misuseMeasure } from '#server/features/moderation/reports/reports.policy.ts'
import { countUnfounded } from '#server/features/moderation/reports/reports.queries.ts'

/** What follows for somebody whose report a decider has just called manifestly unfounded. */
export async function answerMisuse(
  tx: Sql,
  app: App,
  reporterId: string,
  { by, caseId }: { by: string; caseId: string },
): Promise<void> {
  const now = app.now()
  const since = new Date(now.getTime() - misuse.within * DAY_MS)
  const warnedAt = await lastStated(tx, reporterId, 'reporting_warning')
  const isWarned = warnedAt !== null && new Date(warnedAt) > since
  const kind = misuseMeasure({
    unfounded: await countUnfounded(tx, reporterId, since),
    unfoundedSinceWarning: isWarned ? await countUnfounded(tx, reporterId, new Date(warnedAt)) : 0,
    isWarned,
    isLimited: (await reportingLimit(tx, reporterId, now)) !== undefined,
  })
  if (!kind) return
  const text = mailTranslator(await findMailLanguage(tx, reporterId))
  const base = { userId: reporterId, by, caseId, ground: 'law', source: 'own' } as const
  const words = { facts: text(`misuse.${kind}`, { days: misuse.days }), rule: text('misuse.rule') }
  const endsAt = new Date(now.getTime() + misuse.days * DAY_MS)
  if (kind === 'reporting_limit') await impose(tx, app, { ...base, ...words, kind, endsAt })
  else await impose(tx, app, { ...base, ...words, kind })
}
