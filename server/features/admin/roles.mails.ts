import { pages } from '#contract/pages.ts'
import type { StaffRole } from '#contract/roles.ts'
import { accountMail } from '#server/features/accounts/accounts.ts'
import type { JobData, JobHandlers } from '#server/platform/jobs/jobs.data.ts'
import { hasRole, isMemberNow } from './roles.queries.ts'

declare module '#server/platform/jobs/jobs.data.ts' {
  interface JobData {
    mail_role_changed: { userId: string; role: StaffRole; isGrant: boolean }
  }
}

export const roleMails = {
  mail_role_changed: {
    afterRestore: 'sent',
    async send(app, change) {
      const { userId, role, isGrant } = change
      // it may go out late: nobody reads of a role that they have no more, or have again
      if ((await hasRole(app.db, userId, role)) !== isGrant) return
      await mailChange(app, { ...change, stays: await isMemberNow(app.db, userId, app.now()) })
    },
  },
} satisfies Partial<JobHandlers>

/** To the member whose role changed; the subject does not say what happened. */
const mailChange = accountMail<JobData['mail_role_changed'] & { stays: boolean }>(
  'role',
  (text, { isGrant, role, stays }) => ({
    paragraphs: [
      isGrant
        ? text(`role.granted_${role}`)
        : [text(`role.revoked_${role}`), ...(stays ? [text('role.stays')] : [])].join(' '),
    ],
    link: pages.settings.path,
  }),
)
