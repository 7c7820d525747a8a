import type { App } from '#server/platform/context.ts'
import { listAdmins } from '#server/platform/member-rules/staff.ts'
import { urgencyCutoff } from './requests.policy.ts'
import { takeUrgent } from './requests.queries.ts'

/** Tells every admin, once for each request, that the law's month is running out (control G-11). */
export async function remindRequests({ db, jobs, log, now }: App): Promise<void> {
  const at = now()
  await db.transaction(async (tx) => {
    const urgent = await takeUrgent(tx, urgencyCutoff(at), at)
    if (urgent === 0) return
    log.warn({ requests: urgent }, 'requests about data have waited for 21 days')
    for (const userId of await listAdmins(tx, at))
      await jobs.send(tx, 'mail_request_urgent', { userId })
  })
}
