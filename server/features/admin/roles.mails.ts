import { pages } from '#contract/pages.ts'
import type { StaffRole } from '#contract/roles.ts'
import { accountMail } from '#server/features/accounts/accounts.ts'
import type { JobHandlers } from '#server/platform/jobs/jobs.data.ts'

declare module '#server/platform/jobs/jobs.data.ts' {
  interface JobData {
    mail_role_changed: { userId: string; role: StaffRole; isGrant: boolean }
  }
}

export const roleMails = {
  mail_role_changed: {
    afterRestore: 'sent',
    /** Whoever works for the club, or does no more, reads it from the club itself; the subject says nothing. */
    send: accountMail('role', (text, { isGrant, role }) => ({
      paragraphs: [text(`role.${isGrant ? 'granted' : 'revoked'}_${role}`)],
      link: pages.settings.path,
    })),
  },
} satisfies Partial<JobHandlers>
