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
    /** To the member whose role changed; the subject does not say what happened. */
    send: accountMail('role', (text, { isGrant, role }) => ({
      paragraphs: [text(`role.${isGrant ? 'granted' : 'revoked'}_${role}`)],
      link: pages.settings.path,
    })),
  },
} satisfies Partial<JobHandlers>
