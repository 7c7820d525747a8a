import { audit } from '#server/platform/limits/audit.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { JobData, JobHandlers } from '#server/platform/jobs/jobs.data.ts'
import { accountMail, SECURITY } from '#server/features/accounts/accounts.mails.ts'

declare module '#server/platform/jobs/jobs.data.ts' {
  interface JobData {
    /** What happened to the ways somebody proves themselves, besides the password. */
    mail_factor: {
      userId: string
      event:
        | 'passkeyAdded'
        | 'passkeyRemoved'
        | 'totpOn'
        | 'totpOff'
        | 'recoveryCodesRenewed'
        | 'recoveryCodeUsed'
        | 'codesTried'
        | 'allRemoved'
    }
  }
}

/** `byOperator`: nobody signed in did it. */
type Happened = JobData['mail_factor'] & { byOperator?: boolean }

/** In the transaction of the change: notes it, and mails its owner. */
export async function noteFactorChange(
  app: Pick<App, 'jobs' | 'now'>,
  tx: Sql,
  { userId, event, byOperator = false }: Happened,
): Promise<void> {
  const actorId = byOperator ? null : userId
  const entry = { actorId, action: 'factor_changed', subjectId: userId } as const
  await audit(tx, { at: app.now(), ...entry, details: { event } })
  await app.jobs.send(tx, 'mail_factor', { userId, event })
}

export const factorMails = {
  mail_factor: {
    afterRestore: 'sent',
    /** One subject for all of it: a bystander learns nothing from it. */
    send: accountMail(
      'factor',
      (text, { event }) => ({ paragraphs: [text(`factor.${event}`)], link: SECURITY }),
      { isForLeavers: true },
    ),
  },
} satisfies Partial<JobHandlers>
