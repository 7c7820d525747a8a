// Mails about an account: to confirm its address, to set a password, and that it has changed or has news.
import { pages } from '#contract/pages.ts'
import type { App } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { JobHandlers } from '#server/platform/jobs/jobs.data.ts'
import { writeMail, type MailParts, type Reader } from '#server/platform/mail/compose.ts'
import { isRefused } from '#server/platform/mail/mail.refusals.ts'
import { mailedCode, mailedToken } from '#server/platform/mail/mail.secrets.ts'
import { NO_PASSWORD } from '#server/platform/vault/passwords.ts'
import { codeHash, secretHash } from '#server/platform/vault/secrets.ts'
import { isActing } from '#server/platform/member-rules/staff.ts'
import { mailLanguage, type MailLanguage, type MailName, type Text } from '#server/text/words.ts'
import { accountByEmail, accountById, type Account } from './accounts.queries.ts'
import { authLifetimes } from './auth.policy.ts'
import { needsConfirmation } from '#server/features/settings/settings.policy.ts'
import { insertMailedToken } from './tokens.queries.ts'

declare module '#server/platform/jobs/jobs.data.ts' {
  interface JobData {
    // by address, because asking for it must cost the same whether or not there is an account
    mail_confirmation: { email: string }
    mail_account_exists: { email: string }
    mail_reset: { email: string }
    mail_password_changed: { userId: string; isOwnChange?: boolean }
    mail_verification_decided: { userId: string }
    mail_account_news: { userId: string }
    mail_review_overdue: { userId: string }
  }
}

// A mail's secret is made here and not where the mail is requested: so it waits in no queue, and requests
// for known and unknown addresses take the same time.

/** Where a password is changed; a member who is signed out logs in on the way, or sets one by mail. */
export const SECURITY = pages.settingsAccount.path

type To = Pick<Reader, 'screen'> & {
  only?: 'staff' | 'admins'
  /** Of somebody's safety or right, and therefore also theirs who asked to be deleted: news lead where they come no more. */
  isForLeavers?: true
}

/** What sends the mail of that name to the account of a job; nothing once that is gone or leaving, or acts for the club no more. */
export const accountMail =
  <Data extends { userId: string }>(
    name: MailName,
    parts: MailParts | ((text: Text, data: Data) => MailParts),
    { screen = 'en', only, isForLeavers }: To = {},
  ) =>
  async (app: App, data: Data): Promise<void> => {
    const { userId } = data
    const account = await accountById(app.db, userId)
    if (!account || (account.isLeaving && !isForLeavers)) return
    if (only && !(await isActing(app.db, app.now(), { userId, onlyAdmins: only === 'admins' })))
      return
    const given = typeof parts === 'function' ? (text: Text) => parts(text, data) : parts
    await writeMail(app, name, { ...account, screen }, given)
  }

/** The club let somebody in, or declined them: /rooms says which, and why. */
export const mailAccountNews = accountMail('news', { link: '/rooms' })

export const accountMails = {
  mail_confirmation: { send: mailConfirmation, afterRestore: 'dropped' },
  mail_account_exists: {
    afterRestore: 'dropped',
    /** Tells an owner, and nobody else, that there is an account already. */
    async send(app, { email }) {
      const account = await accountByEmail(app.db, email)
      if (!account) return
      const reader = { ...account, screen: 'de' } as const
      await writeMail(app, 'accountExists', reader, { link: '/login' })
    },
  },
  mail_reset: {
    afterRestore: 'dropped',
    /** The link that lets its reader set a new password; nothing when there is no account. */
    async send(app, { email }) {
      const account = await accountByEmail(app.db, email)
      if (account) await mailNewPassword(app, account, { name: 'reset', screen: 'en' })
    },
  },
  mail_password_changed: {
    afterRestore: 'sent',
    /** Whose own change it was is still signed in. */
    send: accountMail(
      'passwordChanged',
      (text, { isOwnChange }) => ({
        paragraphs: [text(isOwnChange ? 'passwordChanged.introOwn' : 'passwordChanged.intro')],
        link: '/login',
      }),
      { isForLeavers: true },
    ),
  },
  // these say that there is something to read, and nothing of what: others may see a mail, too
  mail_verification_decided: {
    afterRestore: 'sent',
    send: accountMail('news', { link: '/verify' }, { screen: 'de' }),
  },
  mail_account_news: { send: mailAccountNews, afterRestore: 'sent' },
  mail_review_overdue: {
    afterRestore: 'sent',
    /** Something waits that members were promised within 48 hours. */
    send: accountMail(
      'overdue',
      { link: '/admin/verifications' },
      { screen: 'de', only: 'admins' },
    ),
  },
} satisfies Partial<JobHandlers>

/**
 * Link and code by which an address is confirmed, or the link to a password where several signed up
 * with it; nothing when there is nothing to confirm.
 */
async function mailConfirmation(app: App, { email }: { email: string }): Promise<void> {
  const account = await accountByEmail(app.db, email)
  if (!account || account.isLeaving || !needsConfirmation(app.config)) return
  if (account.emailConfirmedAt && !(await isRefused(app.db, account.email))) return
  if (account.passwordHash === NO_PASSWORD)
    return mailNewPassword(app, account, { name: 'contested', screen: 'de' })
  const token = await mailedToken(app, 'confirm')
  const code = await mailedCode(app, 'confirm')
  const now = app.now()
  const confirmation = {
    tokenHash: secretHash(token),
    userId: account.id,
    email: account.email,
    purpose: 'confirm',
    codeHash: codeHash(account.id, code),
    expiresAt: new Date(now.getTime() + authLifetimes.confirmation),
  } as const
  if (!(await insertMailedToken(app.db, confirmation, now))) return
  const link = `/#confirm=${token}`
  const reader = { ...account, screen: 'de' } as const
  await writeMail(app, 'confirmation', reader, { link, code })
}

/** A mail that comes once more, or late, would make a link good again that was followed or taken back. */
export const forgetResetMails = (app: App, on: Sql, email: string): Promise<void> =>
  app.jobs.forget(on, { email, only: 'mail_reset' })

async function mailNewPassword(
  app: App,
  account: Account,
  { name, screen }: { name: 'reset' | 'contested'; screen: MailLanguage },
): Promise<void> {
  // a member who is leaving has the way back in another mail
  if (account.isLeaving) return
  const token = await mailedToken(app, 'reset')
  const now = app.now()
  const expiresAt = new Date(now.getTime() + authLifetimes.reset)
  const reset = {
    tokenHash: secretHash(token),
    userId: account.id,
    email: account.email,
    purpose: 'reset',
    expiresAt,
  } as const
  if (!(await insertMailedToken(app.db, reset, now))) return
  await writeMail(app, name, { ...account, screen }, (text) => ({
    link: `/reset-password#token=${token}`,
    linkLabel: text('reset.link'),
    after: [
      text('reset.validity', { minutes: authLifetimes.reset / 60_000 }),
      text(`${name}.ignore`),
    ],
  }))
}

/** In which language the club writes to somebody about their account. */
export async function findMailLanguage(on: Sql, userId: string): Promise<MailLanguage> {
  const account = await accountById(on, userId)
  return mailLanguage(account?.language ?? null, 'en')
}
