import { audit } from '#server/platform/audit.ts'
import { sql, type Database } from '#server/platform/database.ts'
import { SetupError } from '#server/platform/setupError.ts'

/** Makes the account an admin; repeating it changes nothing. Answers what happened as a sentence. */
export async function grantAdmin(
  db: Database,
  email: string | undefined,
  now: Date,
): Promise<string> {
  if (!email) throw new SetupError('Whose? npm run club -- grant-admin --email name@example.org')
  const address = email.normalize('NFC').trim().toLowerCase()
  const user = await db.row<{ id: string }>(sql`select id from users where email = ${address}`)
  if (!user)
    throw new SetupError(`No account has the address ${address}; sign up first, then try again.`)
  return db.begin(async (tx) => {
    const added = await tx.run(sql`
      insert into user_roles (user_id, role) values (${user.id}, 'admin') on conflict do nothing`)
    if (added === 0) return `${address} already was an admin.`
    await audit(tx, {
      at: now,
      // somebody at the club's own machine
      actorId: null,
      action: 'role_granted',
      subjectId: user.id,
      details: { role: 'admin' },
    })
    return `${address} is an admin now.`
  })
}
