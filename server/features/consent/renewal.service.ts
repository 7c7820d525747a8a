import { documentDays, documentVersions } from '#contract/consent/consentVersions.ts'
import { changedVersions, termsChanges } from '#contract/consent/termsChanges.ts'
import { needsConfirmation } from '#server/features/settings/settings.policy.ts'
import type { App } from '#server/platform/context.ts'
import type { JobData, JobHandlers } from '#server/platform/jobs/jobs.data.ts'
import { writeMail } from '#server/platform/mail/compose.ts'
import { formatDay } from '#server/text/days.ts'
import { findTermsReader, takeUninformed } from './renewal.queries.ts'

declare module '#server/platform/jobs/jobs.data.ts' {
  interface JobData {
    mail_terms: { userId: string; version: string }
  }
}

const AT_A_TIME = 200

/** Writes once to every member who accepted earlier terms than those in force (Art. 14 (2) DSA). */
export async function announceTerms({ config, db, jobs, now }: App): Promise<void> {
  const version = documentVersions.terms
  const mustConfirm = needsConfirmation(config)
  const some = () =>
    db.transaction(async (tx) => {
      const userIds = await takeUninformed(tx, { version, mustConfirm, at: now(), max: AT_A_TIME })
      for (const userId of userIds) await jobs.send(tx, 'mail_terms', { userId, version })
      return userIds.length
    })
  while ((await some()) > 0);
}

export const termsMails = {
  mail_terms: { send: mailTerms, afterRestore: 'sent' },
} satisfies Partial<JobHandlers>

/**
 * What is new in the terms for this member, and where to read them. Terms that are
 * no longer the newest have another mail, and a member who accepted them meanwhile has read them on screen.
 */
async function mailTerms(app: App, { userId, version }: JobData['mail_terms']): Promise<void> {
  const reader = await findTermsReader(app.db, userId)
  if (!reader || version !== documentVersions.terms || reader.accepted === version) return
  const versions = changedVersions(version, reader.accepted)
  await writeMail(app, 'terms', reader, (text, language) => ({
    paragraphs: [
      text('terms.intro', { version, day: formatDay(documentDays.terms, language) }),
      ...(versions.length > 0 ? [text('terms.changes')] : []),
      ...versions.flatMap((one) => [
        ...(versions.length > 1 ? [text('terms.version', { version: one })] : []),
        ...(termsChanges[one]?.[language] ?? []).map((change) => `• ${change}`),
      ]),
    ],
    link: '/legal/terms',
    after: [text('terms.next'), text('terms.else')],
  }))
}
