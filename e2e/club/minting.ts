import { acceptTerms, consentToContent } from '#server/features/consent/consent.service.ts'
import { insertAccount } from '#server/features/accounts/accounts.queries.ts'
import { upsertDevice } from '#server/features/accounts/sessions/devices.queries.ts'
import {
  insertSession,
  updateLastSeen,
} from '#server/features/accounts/sessions/sessions.queries.ts'
import { createProfile } from '#server/features/members/profiles.service.ts'
import { readSettings } from '#server/features/settings/settings.queries.ts'
import { sql, type Database } from '#server/platform/database/database.ts'
import { hashPassword } from '#server/platform/vault/passwords.ts'
import { secretHash } from '#server/platform/vault/secrets.ts'
import { bytes, now, uuid } from '#testing/random.ts'
import type { SignedInPerson } from './club.ts'

/** As the journeys' clubs are set. */
const CONFIG = {
  clubName: 'Parlour',
  admission: 'open',
  discreet: false,
  emailConfirmation: 'off',
} as const
const CLUB = { config: CONFIG, now } as Parameters<typeof acceptTerms>[0]
const SESSION_MS = 30 * 86_400_000
const BIRTHDATE = '1990-04-01'

/** Hashing costs a tenth of a second of a processor; those made here all have the same password. */
const hashes = new Map<string, Promise<string>>()
function hashOf(password: string): Promise<string> {
  const known = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, known)
  return known
}

const secret = () => Buffer.from(bytes(32)).toString('base64url')

/**
 * Writes what signing up writes, by the club's own statements, but asks for no page and hashes no
 * password anew. That the real door writes the same is proved by `signup.spec.ts` and `join.spec.ts`.
 */
export async function mintAccount(
  db: Database,
  { email, password, username, city }: SignedInPerson,
  { hasConsent }: { hasConsent: boolean },
): Promise<string> {
  const id = uuid()
  const passwordHash = await hashOf(password)
  await db.transaction(async (tx) => {
    const at = now().toISOString()
    const { admission } = await readSettings(tx, CONFIG)
    const admittedAt = admission === 'open' ? at : null
    await insertAccount(tx, { id, email, passwordHash, admittedAt, language: null }, now())
    await tx.run(sql`update users set email_confirmed_at = ${at} where id = ${id}`)
    if (!(await createProfile(tx, { id, username, city, bio: null, birthdate: BIRTHDATE })))
      throw new Error(`somebody is called ${username} already`)
    await acceptTerms(CLUB, tx, id, 'mul')
    if (hasConsent) await consentToContent(CLUB, tx, id, 'de')
  })
  return id
}

/** Opens a session without the screens; answers its cookie. */
export async function mintSession(db: Database, userId: string): Promise<string> {
  const token = secret()
  const expiresAt = new Date(now().getTime() + SESSION_MS)
  const tokenHash = secretHash(token)
  const session = {
    id: uuid(),
    userId,
    tokenHash,
    expiresAt,
    userAgent: 'node',
    hasFactor: false,
    isProved: true,
  }
  await db.transaction(async (tx) => {
    await insertSession(tx, session, now())
    await updateLastSeen(tx, userId, now().toISOString().slice(0, 10))
    await upsertDevice(tx, userId, secretHash(secret()), now())
  })
  return `session=${token}`
}
