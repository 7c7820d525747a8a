import { deleteAccount, undoDeletion } from '#contract/privacy/ownData.ts'
import { sql } from '#server/platform/database/database.ts'
import { newToken, secretHash } from '#server/platform/vault/secrets.ts'
import type { Club, TestMember } from '#testing/club/club.ts'
import { proveSession } from '#testing/fixtures/submissions.ts'

type Who = Pick<TestMember, 'userId' | 'cookie'>

/** Deletes an account as its owner does, who has just proved who they are; answers when it is purged. */
export async function leave(club: Club, who: Who): Promise<string> {
  await proveSession(club, who)
  const left = await club.call(who, deleteAccount, {})
  if (!left.ok) throw new Error(left.code)
  return left.answer.purgeAt
}

/** The way back, from the newest mail to an address. */
export async function wayBack(club: Club, { email }: { email: string }): Promise<string> {
  const mails = await club.mails()
  const mail = mails.findLast(({ to, text }) => to === email && text.includes('/#stay='))
  return /#stay=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? 'no-such-token-was-ever-mailed'
}

export const stay = (club: Club, token: string) =>
  club.call(null, undoDeletion, { body: { token } })

/** As if an account had been deleted a while ago; answers the secret of its mail. */
export async function insertLeaving(
  { app, db }: Club,
  { userId }: { userId: string },
): Promise<string> {
  const token = newToken()
  const at = app.now()
  await db.run(sql`
    insert into account_deletions (user_id, requested_at, purge_at, undo_hash, reason)
    values (${userId}, ${at.toISOString()}, ${at.toISOString()}::timestamptz + interval '720 hours',
      ${secretHash(token)}, 'asked')`)
  return token
}

/** The hour's job, on this club's own server. */
export async function purgeHour(club: Club): Promise<void> {
  await club.app.jobs.send(club.db, 'purge_accounts', {})
  await club.app.jobs.drain()
}

export const isThere = async (club: Club, { userId }: { userId: string }): Promise<boolean> =>
  (await club.db.row(sql`select from users where id = ${userId}`)) !== undefined

/** The same member in another browser. */
export const openSecondSession = async (club: Club, member: TestMember) => ({
  ...member,
  ...(await club.session(member)),
})

/** As a member goes: asked for, and purged 30 days later. */
export async function leaveForGood(club: Club, member: Parameters<typeof leave>[1]): Promise<void> {
  await leave(club, member)
  await club.mails()
  club.clock.advance({ days: 30 })
  await purgeHour(club)
  await club.mails()
}
