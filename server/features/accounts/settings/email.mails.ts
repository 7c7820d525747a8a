// Mails about a change of address, to the old and to the new one; none of them names the other address.
import type { App } from '#server/platform/context.ts'
import type { JobHandlers } from '#server/platform/jobs/jobs.data.ts'
import { writeMail } from '#server/platform/mail/compose.ts'
import { mailedToken } from '#server/platform/mail/mail.secrets.ts'
import { secretHash } from '#server/platform/vault/secrets.ts'
import { accountByEmail, accountById } from '#server/features/accounts/accounts.queries.ts'
import { needsConfirmation } from '#server/features/settings/settings.policy.ts'
import { setConfirmHash, waitingChange } from './email.queries.ts'
import { changeToUndo, setUndoHash } from './email.undo.queries.ts'
import { accountMail, SECURITY } from '#server/features/accounts/accounts.mails.ts'

declare module '#server/platform/jobs/jobs.data.ts' {
  interface JobData {
    mail_email_confirmation: { changeId: string }
    mail_email_asked: { changeId: string }
    mail_email_changed: { changeId: string }
    mail_email_undone: { userId: string }
  }
}

export const emailMails = {
  mail_email_confirmation: { send: mailConfirmation, afterRestore: 'dropped' },
  mail_email_asked: {
    afterRestore: 'sent',
    /** To the old address, before anything has changed. */
    async send(app, { changeId }) {
      const change = await findWaiting(app, changeId)
      if (change) await mailAsked(app, change)
    },
  },
  mail_email_changed: { send: mailChanged, afterRestore: 'sent' },
  mail_email_undone: {
    afterRestore: 'sent',
    send: accountMail(
      'emailUndone',
      (text) => ({
        paragraphs: [text('emailUndone.intro'), text('emailUndone.factors')],
        link: '/login',
      }),
      { isForLeavers: true },
    ),
  },
} satisfies Partial<JobHandlers>

const mailAsked = accountMail('emailAsked', { link: SECURITY })

type OfChange = { changeId: string }

const findWaiting = ({ config, db, now }: App, changeId: string) =>
  waitingChange(db, changeId, { now: now(), mustConfirm: needsConfirmation(config) })

/**
 * To the new address: the link that makes it count, or, where it is somebody's already, word to
 * them alone.
 */
async function mailConfirmation(app: App, { changeId }: OfChange): Promise<void> {
  const change = await findWaiting(app, changeId)
  if (!change) return
  if (change.isTaken) return mailTaken(app, change.newEmail)
  const account = await accountById(app.db, change.userId)
  const token = await mailedToken(app, 'email')
  if (!account || !(await setConfirmHash(app.db, changeId, secretHash(token)))) return
  const reader = { ...account, email: change.newEmail }
  const link = `/#email=${token}`
  await writeMail(app, 'emailConfirmation', reader, { link })
}

async function mailTaken(app: App, email: string): Promise<void> {
  const owner = await accountByEmail(app.db, email)
  const reader = { email, language: owner?.language ?? null }
  await writeMail(app, 'accountExists', reader, (text) => ({
    paragraphs: [text('emailTaken.intro')],
    after: [text('accountExists.ignore')],
  }))
}

/** To the old address: that it was done, and the way back. */
async function mailChanged(app: App, { changeId }: OfChange): Promise<void> {
  const change = await changeToUndo(app.db, changeId, app.now())
  const account = change && (await accountById(app.db, change.userId))
  const token = await mailedToken(app, 'email undo')
  if (!account || !(await setUndoHash(app.db, changeId, secretHash(token)))) return
  const reader = { ...account, email: change.oldEmail }
  const link = `/#email-undo=${token}`
  await writeMail(app, 'emailChanged', reader, { link })
}
