import type { Language } from '#contract/fields.ts'
import { pages } from '#contract/pages.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { isRefused } from '#server/platform/mail/mail.refusals.ts'
import { mailedCode, mailedToken } from '#server/platform/mail/mail.secrets.ts'
import { sendMail } from '#server/platform/mail/mail.ts'
import { NO_PASSWORD } from '#server/platform/vault/passwords.ts'
import { codeHash, secretHash } from '#server/platform/vault/secrets.ts'
import { isActing } from '#server/platform/member-rules/staff.ts'
import { mailLanguage, mailTranslator, type MailLanguage } from '#server/text/words.ts'
import { accountByEmail, accountById, type Account } from './accounts.queries.ts'
import { authLifetimes } from './auth.policy.ts'
import { needsConfirmation } from '#server/features/settings/settings.policy.ts'
import { insertToken } from './tokens.queries.ts'

// A mail's secret is made here and not where the mail is asked for: so it waits in no queue, and
// known and unknown addresses cost whoever asks the same.

/** What the mails to one account have in common. */
export function composeMail(
  app: App,
  account: { id?: string; email: string; language: Language | null },
  screen: MailLanguage,
) {
  const language = mailLanguage(account.language, screen)
  const say = mailTranslator(language)
  const signature = say('signature', { club: app.config.clubName })
  return {
    say,
    frame: { to: account.email, language, ...(account.id && { userId: account.id }) },
    opening: say('greeting'),
    closing: [signature, say('automatic')],
  }
}

/** Where a password is changed; whoever is signed out logs in on the way, or sets one by mail. */
export const securityUrl = ({ config }: Pick<App, 'config'>): string =>
  `${config.publicUrl}${pages.settings.path}#security`

/**
 * Link and code by which an address is confirmed, or the link to a password where several signed up
 * with it; nothing when there is nothing to confirm.
 */
export async function mailConfirmation(app: App, { email }: { email: string }): Promise<void> {
  const account = await accountByEmail(app.db, email)
  if (!account || !needsConfirmation(app.config)) return
  if (account.emailConfirmedAt && !(await isRefused(app.db, account.email))) return
  if (account.passwordHash === NO_PASSWORD)
    return mailNewPassword(app, account, { words: 'contested', screen: 'de' })
  const token = await mailedToken(app, 'confirm')
  const code = await mailedCode(app, 'confirm')
  const now = app.now()
  await insertToken(
    app.db,
    {
      tokenHash: secretHash(token),
      userId: account.id,
      purpose: 'confirm',
      codeHash: codeHash(account.id, code),
      expiresAt: new Date(now.getTime() + authLifetimes.confirmation),
    },
    now,
  )
  const { say, frame, opening, closing } = composeMail(app, account, 'de')
  await sendMail(app, {
    ...frame,
    subject: say('confirmation.subject'),
    before: [opening, say('confirmation.intro')],
    link: { label: say('confirmation.link'), url: `${app.config.publicUrl}/#confirm=${token}` },
    code: { label: say('confirmation.code'), code },
    after: [say('confirmation.validity'), say('confirmation.ignore'), ...closing],
  })
}

/** Tells an owner, and nobody else, that there is an account already. */
export async function mailAccountExists(app: App, { email }: { email: string }): Promise<void> {
  const account = await accountByEmail(app.db, email)
  if (!account) return
  const { say, frame, opening, closing } = composeMail(app, account, 'de')
  await sendMail(app, {
    ...frame,
    subject: say('accountExists.subject'),
    before: [opening, say('accountExists.intro')],
    link: { label: say('accountExists.link'), url: `${app.config.publicUrl}/login` },
    after: [say('accountExists.hint'), say('accountExists.ignore'), ...closing],
  })
}

/** The link that lets its reader set a new password; nothing when there is no account. */
export async function mailReset(app: App, { email }: { email: string }): Promise<void> {
  const account = await accountByEmail(app.db, email)
  if (account) await mailNewPassword(app, account, { words: 'reset', screen: 'en' })
}

async function mailNewPassword(
  app: App,
  account: Account,
  { words, screen }: { words: 'reset' | 'contested'; screen: MailLanguage },
): Promise<void> {
  // whoever is leaving has the way back in another mail
  if (account.isLeaving) return
  const token = await mailedToken(app, 'reset')
  const now = app.now()
  const expiresAt = new Date(now.getTime() + authLifetimes.reset)
  const reset = {
    tokenHash: secretHash(token),
    userId: account.id,
    purpose: 'reset',
    expiresAt,
  } as const
  await insertToken(app.db, reset, now)
  const { say, frame, opening, closing } = composeMail(app, account, screen)
  await sendMail(app, {
    ...frame,
    subject: say(`${words}.subject`),
    before: [opening, say(`${words}.intro`)],
    link: {
      label: say('reset.link'),
      url: `${app.config.publicUrl}/reset-password#token=${token}`,
    },
    after: [say('reset.validity'), say(`${words}.ignore`), ...closing],
  })
}

/** Whose own change it was is still signed in. */
export async function mailPasswordChanged(
  app: App,
  { userId, isOwnChange = false }: { userId: string; isOwnChange?: boolean },
): Promise<void> {
  const account = await accountById(app.db, userId)
  if (!account) return
  const { say, frame, opening, closing } = composeMail(app, account, 'en')
  await sendMail(app, {
    ...frame,
    subject: say('passwordChanged.subject'),
    before: [opening, say(isOwnChange ? 'passwordChanged.introOwn' : 'passwordChanged.intro')],
    link: { label: say('passwordChanged.link'), url: `${app.config.publicUrl}/login` },
    after: [say('passwordChanged.hint'), ...closing],
  })
}

/** Says that there is something to read, and nothing of what: others may see a mail, too. */
async function mailNews(
  app: App,
  userId: string,
  { path, screen }: { path: string; screen: MailLanguage },
): Promise<void> {
  const account = await accountById(app.db, userId)
  if (!account) return
  const { say, frame, opening, closing } = composeMail(app, account, screen)
  await sendMail(app, {
    ...frame,
    subject: say('news.subject'),
    before: [opening, say('news.intro')],
    link: { label: say('news.link'), url: `${app.config.publicUrl}${path}` },
    after: closing,
  })
}

export const mailVerificationDecided = (app: App, { userId }: { userId: string }): Promise<void> =>
  mailNews(app, userId, { path: '/verify', screen: 'de' })

/** The club let somebody in, or declined them: /rooms says which, and why. */
export const mailAccountNews = (app: App, { userId }: { userId: string }): Promise<void> =>
  mailNews(app, userId, { path: '/rooms', screen: 'en' })

/** To an admin: something waits that members were promised within 48 hours. */
export async function mailReviewOverdue(app: App, { userId }: { userId: string }): Promise<void> {
  const account = await accountById(app.db, userId)
  if (!account || !(await isActing(app.db, app.now(), { userId, onlyAdmins: true }))) return
  const { say, frame, opening, closing } = composeMail(app, account, 'de')
  await sendMail(app, {
    ...frame,
    subject: say('overdue.subject'),
    before: [opening, say('overdue.intro')],
    link: { label: say('overdue.link'), url: `${app.config.publicUrl}/admin/verifications` },
    after: closing,
  })
}

/** In which language the club writes to somebody about their account. */
export async function findMailLanguage(on: Sql, userId: string): Promise<MailLanguage> {
  const account = await accountById(on, userId)
  return mailLanguage(account?.language ?? null, 'en')
}
