import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database.ts'
import { noteRecipients, takeOverdueCases } from './staff.queries.ts'

/** Tells the whole staff, once for each case, that its time is up (control D-07), and counts the month. */
export async function remindDesk(
  app: App,
  takeMore: (tx: Sql, now: Date) => Promise<number>,
): Promise<void> {
  const { db, jobs, log, now } = app
  const at = now()
  await noteRecipients(db, at)
  await db.begin(async (tx) => {
    const overdue = (await takeOverdueCases(tx, at)) + (await takeMore(tx, at))
    if (overdue === 0) return
    log.warn({ overdue }, 'cases or appeals are past their time')
    await jobs.send(tx, 'mail_desk', {})
  })
}
