// Makes an account an admin, or takes that back, from the command line; each change is in the audit log.
import type { Config } from '#server/config.ts'
import { emailForm } from '#contract/email.ts'
import { limits } from '#contract/limits.ts'
import { endWeakProofs, mayMoveBack } from '#server/features/accounts/accounts.ts'
import { hasRole, noteDropped, takeChanges } from '#server/features/admin/admin.ts'
import { audit } from '#server/platform/limits/audit.ts'
import { sql, type Database, type Sql } from '#server/platform/database/database.ts'
import { holdAccount, isSuspended } from '#server/platform/member-rules/accounts.ts'
import { SetupError } from '#server/platform/process/setupError.ts'

type Club = { config: Pick<Config, 'isLocal' | 'emailConfirmation'>; db: Database; now: Date }

/** Makes the account an admin; repeating it changes nothing. Answers what happened as a sentence. */
export async function grantAdmin(club: Club, email: string | undefined): Promise<string> {
  const { now } = club
  return changeRole(club, email, {
    action: 'role_granted',
    change: (userId) => sql`
      insert into user_roles (user_id, role) values (${userId}, 'admin') on conflict do nothing`,
    first: async (tx, account) => {
      const userId = account.id
      if (!(await hasRole(tx, userId, 'admin'))) await requireFit(club, tx, account)
      await endWeakProofs(tx, userId)
      // staff do not wait to be admitted
      await tx.run(sql`
        update users set admitted_at = ${now.toISOString()} where id = ${userId} and admitted_at is null`)
    },
    done: 'is an admin now.',
    already: 'already was an admin.',
  })
}

/** Takes it back, from the next request on; repeating it changes nothing. */
export const revokeAdmin = (club: Club, email: string | undefined): Promise<string> =>
  changeRole(club, email, {
    action: 'role_revoked',
    change: (userId) => sql`delete from user_roles where user_id = ${userId} and role = 'admin'`,
    done: 'is no longer an admin.',
    already: 'was no admin.',
  })

type Change = {
  action: 'role_granted' | 'role_revoked'
  change: (userId: string) => ReturnType<typeof sql>
  /** What comes before it, whether or not it changes anything. */
  first?: (tx: Sql, account: Account) => Promise<void>
  done: string
  already: string
}

async function changeRole(
  { db, now }: Club,
  address: string | undefined,
  { action, change, first, done, already }: Change,
): Promise<string> {
  const { id } = await findAccount(db, address, now)
  return db.transaction(async (tx) => {
    // read again once it is held: somebody may keep them out at this moment, or they may leave
    await holdAccount(tx, id)
    const account = await findAccount(tx, address, now)
    await first?.(tx, account)
    const { email } = account
    if ((await tx.run(change(account.id))) === 0) return `${email} ${already}`
    // by nobody: somebody at the club's own machine
    const entry = { at: now, actorId: null, subjectId: account.id }
    // what two admins were about to decide is decided, and who is no admin asks for nothing
    const by = { at: now, by: null }
    const over = [
      ...(await takeChanges(tx, { userId: account.id, role: 'admin' })),
      ...(action === 'role_revoked' ? await takeChanges(tx, { requestedBy: account.id }) : []),
    ]
    await noteDropped(tx, by, over)
    await audit(tx, { ...entry, action, details: { role: 'admin' } })
    return `${email} ${done}`
  })
}

/** Refuses an account that may be somebody else's, or whose owner is kept out or on the way out. */
async function requireFit({ config, now }: Club, tx: Sql, account: Account): Promise<void> {
  const { id, email, isConfirmed, isSuspended, isLeaving, isRestricted } = account
  if (isSuspended)
    throw new SetupError(`${email} is suspended; an admin lifts that first, or it ends by itself.`)
  if (isLeaving)
    throw new SetupError(`${email} is being deleted; its owner takes that back first, by its mail.`)
  if (isRestricted)
    throw new SetupError(`${email} is restricted (Art. 18 GDPR); an admin ends that first.`)
  // where a club is tried on its own machine nobody confirms anything
  if (!isConfirmed && !(config.isLocal && config.emailConfirmation === 'off'))
    throw new SetupError(
      `${email} has not confirmed this address, so it may be somebody else's; they open the link of the mail first.`,
    )
  if (await mayMoveBack(tx, id, now))
    throw new SetupError(
      `${email} is new to this account, and the address before can still take it back; try again after ${limits.emailUndoHours} hours.`,
    )
}

type Account = {
  id: string
  email: string
  isConfirmed: boolean
  isSuspended: boolean
  isLeaving: boolean
  isRestricted: boolean
}

async function findAccount(on: Sql, email: string | undefined, now: Date): Promise<Account> {
  const address = parseAddress(email)
  const found = await on.row<Account>(sql`
    select id, email, email_confirmed_at is not null as is_confirmed,
      ${isSuspended(sql`u`, now)} as is_suspended,
      exists (select from account_deletions d where d.user_id = u.id) as is_leaving,
      restricted_at is not null as is_restricted
    from users u where email = ${address}`)
  if (!found) throw noAccount(address)
  return found
}

/** As accounts keep addresses. Throws a `SetupError` when none was named. */
export function parseAddress(email: string | undefined): string {
  if (!email?.trim()) throw new SetupError('Whose? Name the account: --email name@example.org')
  return emailForm(email).toLowerCase()
}

export const noAccount = (address: string): SetupError =>
  new SetupError(`No account has the address ${address}; sign up first, then try again.`)
