import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import {
  noteRecipients,
  takeOverdueCases,
} from '#server/features/moderation/cases/staff.queries.ts'

/** Tells the staff, once for each case, that its time is up (control D-07), and counts the month. */
export async function remindDesk(
  app: App,
  takeMore: (tx: Sql, now: Date) => Promise<string[][]>,
): Promise<void> {
  const { db, jobs, log, now } = app
  const at = now()
  await noteRecipients(db, at)
  await db.transaction(async (tx) => {
    const about = [...(await takeOverdueCases(tx, at)), ...(await takeMore(tx, at))]
    if (about.length === 0) return
    log.warn({ overdue: about.length }, 'cases or appeals are past their time')
    await jobs.send(tx, 'mail_desk', { about, isReminder: true })
  })
}
