import { documentDays, documentVersions } from '#contract/consent/consentVersions.ts'
import { changedVersions, termsChanges } from '#contract/consent/termsChanges.ts'
import { needsConfirmation } from '#server/features/settings/settings.policy.ts'
import type { App } from '#server/platform/context.ts'
import { sendMail } from '#server/platform/mail/mail.ts'
import { mailLanguage, mailTranslator, type MailLanguage } from '#server/text/words.ts'
import { findTermsReader, takeUninformed } from './renewal.queries.ts'

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

type About = { userId: string; version: string }

/**
 * What is new in the terms for this member, and where to read them. Of terms that are past by now
 * another mail tells, and whoever accepted them meanwhile has read it on screen.
 */
export async function mailTerms(app: App, { userId, version }: About): Promise<void> {
  const reader = await findTermsReader(app.db, userId)
  if (!reader || version !== documentVersions.terms || reader.accepted === version) return
  const language = mailLanguage(reader.language, 'en')
  const say = mailTranslator(language)
  const versions = changedVersions(version, reader.accepted)
  await sendMail(app, {
    to: reader.email,
    language,
    subject: say('terms.subject'),
    before: [
      say('greeting'),
      say('terms.intro', { version, day: dayIn(language) }),
      ...(versions.length > 0 ? [say('terms.changes')] : []),
      ...versions.flatMap((one) => [
        ...(versions.length > 1 ? [say('terms.version', { version: one })] : []),
        ...(termsChanges[one]?.[language] ?? []).map((change) => `• ${change}`),
      ]),
    ],
    link: { label: say('terms.link'), url: `${app.config.publicUrl}/legal/terms` },
    after: [
      say('terms.next'),
      say('terms.else'),
      say('signature', { club: app.config.clubName }),
      say('automatic'),
    ],
  })
}

const dayIn = (language: MailLanguage): string =>
  new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: language === 'de' ? 'medium' : 'long',
    timeZone: 'UTC',
  }).format(new Date(documentDays.terms))
