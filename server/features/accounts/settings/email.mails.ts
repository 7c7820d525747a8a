import type { App } from '#server/platform/context.ts'
import { mailedToken } from '#server/platform/mail/mail.secrets.ts'
import { sendMail } from '#server/platform/mail/mail.ts'
import { secretHash } from '#server/platform/vault/secrets.ts'
import { accountByEmail, accountById } from '#server/features/accounts/accounts.queries.ts'
import { needsConfirmation } from '#server/features/settings/settings.policy.ts'
import { setConfirmHash, waitingChange } from './email.queries.ts'
import { changeToUndo, setUndoHash } from './email.undo.queries.ts'
import { composeMail, securityUrl } from '#server/features/accounts/mails.service.ts'

type OfChange = { changeId: string }

const findWaiting = ({ config, db, now }: App, changeId: string) =>
  waitingChange(db, changeId, { now: now(), mustConfirm: needsConfirmation(config) })

/**
 * To the new address: the link that makes it count, or, where it is somebody's already, word to
 * them alone. None of these mails names the other address.
 */
export async function mailEmailConfirmation(app: App, { changeId }: OfChange): Promise<void> {
  const change = await findWaiting(app, changeId)
  if (!change) return
  if (change.isTaken) return mailEmailTaken(app, change.newEmail)
  const account = await accountById(app.db, change.userId)
  const token = await mailedToken(app, 'email')
  if (!account || !(await setConfirmHash(app.db, changeId, secretHash(token)))) return
  const to = { email: change.newEmail, language: account.language }
  const { say, frame, opening, closing } = composeMail(app, to, 'en')
  await sendMail(app, {
    ...frame,
    userId: account.id,
    subject: say('emailConfirmation.subject'),
    before: [opening, say('emailConfirmation.intro')],
    link: { label: say('emailConfirmation.link'), url: `${app.config.publicUrl}/#email=${token}` },
    after: [say('emailConfirmation.validity'), say('emailConfirmation.ignore'), ...closing],
  })
}

async function mailEmailTaken(app: App, email: string): Promise<void> {
  const owner = await accountByEmail(app.db, email)
  const to = { email, language: owner?.language ?? null }
  const { say, frame, opening, closing } = composeMail(app, to, 'en')
  await sendMail(app, {
    ...frame,
    subject: say('accountExists.subject'),
    before: [opening, say('emailTaken.intro')],
    after: [say('accountExists.ignore'), ...closing],
  })
}

/** To the old address, before anything has changed. */
export async function mailEmailAsked(app: App, { changeId }: OfChange): Promise<void> {
  const change = await findWaiting(app, changeId)
  const account = change && (await accountById(app.db, change.userId))
  if (!account) return
  const { say, frame, opening, closing } = composeMail(app, account, 'en')
  await sendMail(app, {
    ...frame,
    userId: account.id,
    subject: say('emailAsked.subject'),
    before: [opening, say('emailAsked.intro')],
    link: { label: say('emailAsked.link'), url: securityUrl(app) },
    after: [say('emailAsked.hint'), ...closing],
  })
}

/** To the old address: that it was done, and the way back. */
export async function mailEmailChanged(app: App, { changeId }: OfChange): Promise<void> {
  const change = await changeToUndo(app.db, changeId, app.now())
  const account = change && (await accountById(app.db, change.userId))
  const token = await mailedToken(app, 'email undo')
  if (!account || !(await setUndoHash(app.db, changeId, secretHash(token)))) return
  const to = { email: change.oldEmail, language: account.language }
  const { say, frame, opening, closing } = composeMail(app, to, 'en')
  await sendMail(app, {
    ...frame,
    userId: account.id,
    subject: say('emailChanged.subject'),
    before: [opening, say('emailChanged.intro')],
    link: { label: say('emailChanged.link'), url: `${app.config.publicUrl}/#email-undo=${token}` },
    after: [say('emailChanged.validity'), say('emailChanged.hint'), ...closing],
  })
}

export async function mailEmailUndone(app: App, { userId }: { userId: string }): Promise<void> {
  const account = await accountById(app.db, userId)
  if (!account) return
  const { say, frame, opening, closing } = composeMail(app, account, 'en')
  await sendMail(app, {
    ...frame,
    userId,
    subject: say('emailUndone.subject'),
    before: [opening, say('emailUndone.intro'), say('emailUndone.factors')],
    link: { label: say('emailUndone.link'), url: `${app.config.publicUrl}/login` },
    after: closing,
  })
}
