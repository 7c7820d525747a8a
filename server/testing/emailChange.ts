import { confirmEmailChange, requestEmailChange, undoEmailChange } from '#contract/security.ts'
import { sql } from '#server/platform/database.ts'
import { newToken, secretHash } from '#server/platform/secrets.ts'
import { letters, uuid } from '#testing/random.ts'
import type { Club } from './club.ts'
import { proved } from './submissions.ts'

type Who = { userId: string; cookie: string }

/** Asks for another address with a fresh proof; answers what the server said. */
export async function askToMove(club: Club, who: Who, email: string) {
  await proved(club, who)
  return club.call(who, requestEmailChange, { body: { email } })
}

/** The token of the newest link of a kind in the mails to an address; empty when there is none. */
export async function mailedTo(
  club: Club,
  address: string,
  link: 'email' | 'email-undo' | 'confirm',
): Promise<string> {
  const pattern = new RegExp(`/#${link}=([\\w-]+)`)
  const mails = (await club.mails()).filter(({ to }) => to === address)
  return mails.map(({ text }) => pattern.exec(text)?.[1]).findLast(Boolean) ?? ''
}

export const confirmMove = (club: Club, token: string) =>
  club.call(null, confirmEmailChange, { body: { token } })

export const undoMove = (club: Club, token: string) =>
  club.call(null, undoEmailChange, { body: { token } })

/** Moves an account to another address, as far as the confirmation; answers the undo's token. */
export async function move(club: Club, who: Who & { email: string }, to: string): Promise<string> {
  await askToMove(club, who, to)
  await confirmMove(club, await mailedTo(club, to, 'email'))
  return mailedTo(club, who.email, 'email-undo')
}

/** As if the mail with its link had gone out just now; answers the link's token. */
export async function insertChange(
  { app, db }: Club,
  { userId, email }: { userId: string; email: string },
  { isConfirmed = false }: { isConfirmed?: boolean } = {},
): Promise<string> {
  const token = newToken()
  const hash = secretHash(token)
  const at = app.now().toISOString()
  const expiresAt = new Date(app.now().getTime() + 3_600_000).toISOString()
  const [before, after] = [email, `${letters(16)}@example.org`]
  await db.run(sql`
    insert into email_changes (id, user_id, old_email, new_email, confirm_hash, undo_hash,
      requested_at, confirmed_at, expires_at)
    values (${uuid()}, ${userId}, ${before}, ${after}, ${isConfirmed ? null : hash},
      ${isConfirmed ? hash : null}, ${at}, ${isConfirmed ? at : null}, ${expiresAt})`)
  return token
}
