import type { App } from '#server/platform/context.ts'
import { listAdmins } from '#server/platform/member-rules/staff.ts'
import { takeUrgent } from './requests.queries.ts'

/** Tells every admin, once for each time a request was given, that it is running out (Art. 12 (3) GDPR). */
export async function remindRequests({ db, jobs, log, now }: App): Promise<void> {
  const at = now()
  await db.transaction(async (tx) => {
    const urgent = await takeUrgent(tx, at)
    if (urgent === 0) return
    log.warn({ requests: urgent }, 'requests about data are urgent')
    for (const userId of await listAdmins(tx, at))
      await jobs.send(tx, 'mail_request_urgent', { userId })
  })
}
