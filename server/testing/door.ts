import { inviteHash, newInviteCode } from '#server/features/invites/invites.codes.ts'
import { sql } from '#server/platform/database.ts'
import { newToken, secretHash } from '#server/platform/secrets.ts'
import { letters, uuid } from '#testing/random.ts'
import type { Club } from './club.ts'

type Entry = { id: string; email: string }
type EntryFields = { email?: string; isConfirmed?: boolean; at?: Date }

/** An address in line, or one that was asked for and not confirmed. */
export async function entryFor(club: Club, fields: EntryFields = {}): Promise<Entry> {
  const id = uuid()
  const email = fields.email ?? `${letters(12)}@example.org`
  const at = (fields.at ?? club.app.now()).toISOString()
  await club.db.run(sql`
    insert into waitlist (id, email, requested_at, words_version, confirmed_at)
    values (${id}, ${email}, ${at}, 'test', ${fields.isConfirmed === false ? null : at})`)
  return { id, email }
}

/** The secret of a mailed link of an entry, good for a day. */
export async function linkFor(
  club: Club,
  { id }: Entry,
  purpose: 'confirm' | 'leave',
): Promise<string> {
  const token = newToken()
  const now = club.app.now()
  await club.db.run(sql`
    insert into waitlist_tokens (token_hash, entry_id, purpose, created_at, expires_at)
    values (${secretHash(token)}, ${id}, ${purpose}, ${now.toISOString()},
      ${new Date(now.getTime() + 86_400_000).toISOString()})`)
  return token
}

type CodeFields = { inviterId?: string | null; email?: string; maxUses?: number; days?: number }

/** An invitation, of the club's own unless a member gives it. */
export async function codeFor(
  club: Club,
  { inviterId = null, email, maxUses = 1, days = 30 }: CodeFields = {},
): Promise<{ id: string; code: string }> {
  const id = uuid()
  const code = newInviteCode()
  const now = club.app.now()
  await club.db.run(sql`
    insert into invitations (id, code_hash, email, inviter_id, max_uses, created_at, expires_at)
    values (${id}, ${await inviteHash(code)}, ${email ?? null}, ${inviterId}, ${maxUses},
      ${now.toISOString()}, ${new Date(now.getTime() + days * 86_400_000).toISOString()})`)
  return { id, code }
}

/** As if the guest had come by an invitation of the host's. */
export async function invitedBy(
  club: Club,
  host: { userId: string },
  guest: { userId: string },
): Promise<void> {
  const { id } = await codeFor(club, { inviterId: host.userId })
  await club.db.run(sql`
    insert into invitation_uses (user_id, invitation_id, created_at)
    values (${guest.userId}, ${id}, ${club.app.now().toISOString()})`)
  // last, so that nothing is left of it where they came by one before
  await club.db.run(sql`update invitations set uses = 1 where id = ${id}`)
}
