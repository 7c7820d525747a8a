import type { OpenSession } from '#contract/accounts/security.ts'
import type { App } from '#server/platform/context.ts'
import type { JobData, JobHandlers } from '#server/platform/jobs/jobs.data.ts'
import { writeMail } from '#server/platform/mail/compose.ts'
import { TAGS } from '#server/text/days.ts'
import { accountById } from '#server/features/accounts/accounts.queries.ts'
import { accountMail, SECURITY } from '#server/features/accounts/accounts.mails.ts'

declare module '#server/platform/jobs/jobs.data.ts' {
  interface JobData {
    // the session may be over before the mail is written
    mail_new_browser: { userId: string; at: string } & Pick<OpenSession, 'browser' | 'system'>
    mail_signed_out: { userId: string }
  }
}

export const securityMails = {
  mail_new_browser: { send: mailNewBrowser, afterRestore: 'dropped' },
  /** An admin ended every session of theirs. */
  mail_signed_out: { send: accountMail('signedOut', { link: '/login' }), afterRestore: 'sent' },
} satisfies Partial<JobHandlers>

const CLOCK = { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Berlin' } as const

/** When and with what somebody signed in; where, nobody noted. */
async function mailNewBrowser(app: App, seen: JobData['mail_new_browser']): Promise<void> {
  const account = await accountById(app.db, seen.userId)
  if (!account) return
  await writeMail(app, 'newBrowser', account, (text, language) => {
    const at = new Intl.DateTimeFormat(TAGS[language], CLOCK).format(new Date(seen.at))
    const what = [
      text(`newBrowser.browser.${seen.browser}`),
      text(`newBrowser.system.${seen.system}`),
    ]
    const facts = [
      text('newBrowser.time', { at }),
      text('newBrowser.what', { what: what.join(', ') }),
    ]
    return { paragraphs: [text('newBrowser.intro'), facts.join('\n')], link: SECURITY }
  })
}
