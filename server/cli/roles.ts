import type { Config } from '#server/config.ts'
import { emailForm } from '#contract/email.ts'
import { endWeakProofs } from '#server/features/accounts/accounts.ts'
import { audit } from '#server/platform/limits/audit.ts'
import { sql, type Database, type Sql } from '#server/platform/database/database.ts'
import { SetupError } from '#server/platform/process/setupError.ts'

type Club = { config: Pick<Config, 'isLocal' | 'emailConfirmation'>; db: Database; now: Date }

/** Makes the account an admin; repeating it changes nothing. Answers what happened as a sentence. */
export async function grantAdmin(club: Club, email: string | undefined): Promise<string> {
  const { config, db, now } = club
  const user = await findAccount(db, email, now)
  if (user.isSuspended)
    throw new SetupError(
      `${user.email} is suspended; an admin lifts that first, or it ends by itself.`,
    )
  // where a club is tried on its own machine nobody confirms anything
  if (!user.isConfirmed && !(config.isLocal && config.emailConfirmation === 'off'))
    throw new SetupError(
      `${user.email} has not confirmed this address, so it may be somebody else's; they open the link of the mail first.`,
    )
  return changeRole(club, user, {
    action: 'role_granted',
    change: (userId) => sql`
      insert into user_roles (user_id, role) values (${userId}, 'admin') on conflict do nothing`,
    first: async (tx, userId) => {
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
export const revokeAdmin = async (club: Club, email: string | undefined): Promise<string> =>
  changeRole(club, await findAccount(club.db, email, club.now), {
    action: 'role_revoked',
    change: (userId) => sql`delete from user_roles where user_id = ${userId} and role = 'admin'`,
    done: 'is no longer an admin.',
    already: 'was no admin.',
  })

type Change = {
  action: 'role_granted' | 'role_revoked'
  change: (userId: string) => ReturnType<typeof sql>
  /** What comes before it, whether or not it changes anything. */
  first?: (tx: Sql, userId: string) => Promise<void>
  done: string
  already: string
}

async function changeRole(
  { db, now }: Club,
  { id, email }: Account,
  { action, change, first, done, already }: Change,
): Promise<string> {
  return db.transaction(async (tx) => {
    await first?.(tx, id)
    if ((await tx.run(change(id))) === 0) return `${email} ${already}`
    // by nobody: somebody at the club's own machine
    const by = { at: now, actorId: null, subjectId: id }
    await audit(tx, { ...by, action, details: { role: 'admin' } })
    return `${email} ${done}`
  })
}

type Account = { id: string; email: string; isConfirmed: boolean; isSuspended: boolean }

async function findAccount(db: Database, email: string | undefined, now: Date): Promise<Account> {
  const address = parseAddress(email)
  const found = await db.row<Account>(sql`
    select id, email, email_confirmed_at is not null as is_confirmed,
      coalesce(suspended_until > ${now.toISOString()}, false) as is_suspended from users
    where email = ${address}`)
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
