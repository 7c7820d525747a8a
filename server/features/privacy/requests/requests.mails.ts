import { pages } from '#contract/pages.ts'
import { accountMail } from '#server/features/accounts/accounts.ts'
import type { JobHandlers } from '#server/platform/jobs/jobs.data.ts'

declare module '#server/platform/jobs/jobs.data.ts' {
  interface JobData {
    mail_request_news: { userId: string }
    mail_request_urgent: { userId: string }
  }
}

// None of them says what it is about: others may see a mail, too.

export const requestMails = {
  mail_request_news: {
    afterRestore: 'sent',
    send: accountMail('requestNews', { link: pages.settingsRecords.path }, { isForLeavers: true }),
  },
  mail_request_urgent: {
    afterRestore: 'sent',
    send: accountMail('requestUrgent', { link: pages.adminRequests.path }, { only: 'admins' }),
  },
} satisfies Partial<JobHandlers>
