import type { App } from '#server/platform/context.ts'
import type { JobData } from '#server/platform/jobs/jobs.data.ts'
import { sendMail } from '#server/platform/mail/mail.ts'
import { accountById } from '#server/features/accounts/accounts.queries.ts'
import { composeMail, securityUrl } from '#server/features/accounts/mails.service.ts'

const LOCALES = { de: 'de-DE', en: 'en-GB' }

/** When and with what somebody signed in; where, nobody noted. */
export async function mailNewBrowser(app: App, seen: JobData['mail_new_browser']): Promise<void> {
  const account = await accountById(app.db, seen.userId)
  if (!account) return
  const { say, frame, opening, closing } = composeMail(app, account, 'en')
  const clock = { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Berlin' } as const
  const at = new Intl.DateTimeFormat(LOCALES[frame.language], clock).format(new Date(seen.at))
  const what = [say(`newBrowser.browser.${seen.browser}`), say(`newBrowser.system.${seen.system}`)]
  await sendMail(app, {
    ...frame,
    userId: account.id,
    subject: say('newBrowser.subject'),
    before: [
      opening,
      say('newBrowser.intro'),
      [say('newBrowser.time', { at }), say('newBrowser.what', { what: what.join(', ') })].join(
        '\n',
      ),
    ],
    link: { label: say('newBrowser.link'), url: securityUrl(app) },
    after: [say('newBrowser.hint'), ...closing],
  })
}

/** An admin ended every session of theirs. */
export async function mailSignedOut(app: App, { userId }: { userId: string }): Promise<void> {
  const account = await accountById(app.db, userId)
  if (!account) return
  const { say, frame, opening, closing } = composeMail(app, account, 'en')
  await sendMail(app, {
    ...frame,
    userId,
    subject: say('signedOut.subject'),
    before: [opening, say('signedOut.intro')],
    link: { label: say('signedOut.link'), url: `${app.config.publicUrl}/login` },
    after: closing,
  })
}
