import { audit } from '#server/platform/audit.ts'
import { sql, type Database } from '#server/platform/database.ts'
import { SetupError } from '#server/platform/setupError.ts'

/** Makes the account an admin; repeating it changes nothing. Answers what happened as a sentence. */
export const grantAdmin = (db: Database, email: string | undefined, now: Date): Promise<string> =>
  changeRole(db, email, now, {
    action: 'role_granted',
    change: (userId) => sql`
      insert into user_roles (user_id, role) values (${userId}, 'admin') on conflict do nothing`,
    done: 'is an admin now.',
    already: 'already was an admin.',
  })

/** Takes it back, from the next request on; repeating it changes nothing. */
export const revokeAdmin = (db: Database, email: string | undefined, now: Date): Promise<string> =>
  changeRole(db, email, now, {
    action: 'role_revoked',
    change: (userId) => sql`delete from user_roles where user_id = ${userId} and role = 'admin'`,
    done: 'is no longer an admin.',
    already: 'was no admin.',
  })

type Change = {
  action: 'role_granted' | 'role_revoked'
  change: (userId: string) => ReturnType<typeof sql>
  done: string
  already: string
}

async function changeRole(
  db: Database,
  email: string | undefined,
  now: Date,
  { action, change, done, already }: Change,
): Promise<string> {
  const address = addressOf(email)
  const user = await db.row<{ id: string }>(sql`select id from users where email = ${address}`)
  if (!user) throw noAccount(address)
  return db.begin(async (tx) => {
    if ((await tx.run(change(user.id))) === 0) return `${address} ${already}`
    // by nobody: somebody at the club's own machine
    const by = { at: now, actorId: null, subjectId: user.id }
    await audit(tx, { ...by, action, details: { role: 'admin' } })
    return `${address} ${done}`
  })
}

/** As accounts keep addresses. Throws a `SetupError` when none was named. */
export function addressOf(email: string | undefined): string {
  if (!email) throw new SetupError('Whose? Name the account: --email name@example.org')
  return email.normalize('NFC').trim().toLowerCase()
}

export const noAccount = (address: string): SetupError =>
  new SetupError(`No account has the address ${address}; sign up first, then try again.`)
