import { holdAccount } from '#server/platform/member-rules/accounts.ts'
import type { App } from '#server/platform/context.ts'
import { accountByEmail } from '#server/features/accounts/accounts.queries.ts'
import { deleteMemberDevices } from '#server/features/accounts/sessions/devices.queries.ts'
import { noteFactorChange } from './secondFactor.mails.ts'
import { deleteFactors } from './secondFactor.service.ts'
import { deleteTokens } from '#server/features/accounts/tokens.queries.ts'
import { deleteWaiting } from '#server/features/accounts/settings/email.queries.ts'
import { deleteMemberSessions } from '#server/features/accounts/sessions/sessions.queries.ts'

/**
 * For a member who lost every second factor and all codes: the operator has made sure who asks. From then on
 * the password alone opens the account; all sessions end, and the owner is notified by mail.
 * Answers false when no account has the address (lower case).
 */
export async function resetFactors(
  app: Pick<App, 'db' | 'jobs' | 'now'>,
  email: string,
): Promise<boolean> {
  const account = await accountByEmail(app.db, email)
  if (!account) return false
  const userId = account.id
  await app.db.transaction(async (tx) => {
    await holdAccount(tx, userId)
    await deleteFactors(tx, userId)
    await deleteMemberSessions(tx, userId)
    // nor does what was begun in one of them take the account to another mailbox
    await deleteWaiting(tx, userId)
    await deleteTokens(tx, userId, ['recovery'])
    await deleteMemberDevices(tx, userId)
    await noteFactorChange(app, tx, { userId, event: 'allRemoved', byOperator: true })
  })
  return true
}
