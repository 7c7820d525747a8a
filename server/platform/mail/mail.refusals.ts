// Which answers of a mail server are a no for good, and which addresses take no mail for the time being.
import type { App } from '#server/platform/context.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { retentionCutoff } from '#server/platform/limits/retention.ts'

/** So many times in a row, and an address counts as one that takes no mail. */
const TIMES = 3

/** What a mail server said no to for good. */
type MailRefusal = {
  /** The three digits of its answer, and the longer number behind them where there is one. */
  code: string
  /** It said so of the address, not of the mail or of who sends it. */
  isOfAddress: boolean
}

type Answered = Error & { responseCode?: number; response?: string; command?: string }

/** Commands sent before anything about one mail: a refusal of these is for the operator to solve. */
const OF_THE_CLUB = /^(CONN|EHLO|HELO|LHLO|STARTTLS|AUTH|MAIL FROM|RSET|API)/
const RCPT = /^RCPT TO/
/** The server wants the club to log in, whenever it says so (RFC 4954). */
const LOG_IN = new Set([530, 534, 535, 538])
/** Of the address the club sends from, which some servers say only once they are told to whom. */
const OF_SENDER = /^5\.1\.[78]$/
/**
 * Of the address where it is said of a recipient: nobody has it, or its mailbox is closed (RFC 3463). With the other
 * two Microsoft says that nobody has it.
 */
const OF_ADDRESS = /^5\.(1\.|2\.1$|4\.1$|5\.0$)/
/** Without a longer number: there is no room, or something else went wrong (RFC 5321, 4.2.3). */
const OF_NOBODY = new Set([552, 554])
/** Without a longer number its words tell that it is about who sends. */
const OF_WHO_SENDS = /relay|sender|authenticat|block|black.?list|spam|policy|reputation/i
/** Some write a # before it. */
const ENHANCED = /^\d{3}[ -]#?(\d\.\d{1,3}\.\d{1,3})\b/

/**
 * The refusal behind an error of sending, where it is one for good: 5xx at the address or at the mail
 * itself; null for what is tried again. It says nothing about the address where the enhanced code, or without one its
 * words, name a full mailbox, a policy or the sender (RFC 3463).
 */
export function toMailRefusal(error: unknown): MailRefusal | null {
  if (!(error instanceof Error)) return null
  const { responseCode, response = '', command = '' } = error as Answered
  if (!responseCode || responseCode < 500 || responseCode > 599) return null
  if (OF_THE_CLUB.test(command) || LOG_IN.has(responseCode)) return null
  const enhanced = ENHANCED.exec(response)?.[1] ?? null
  if (enhanced && OF_SENDER.test(enhanced)) return null
  const isSaidOfAddress = enhanced
    ? OF_ADDRESS.test(enhanced)
    : !OF_NOBODY.has(responseCode) && !OF_WHO_SENDS.test(response)
  const isOfAddress = RCPT.test(command) && isSaidOfAddress
  return { code: [responseCode, enhanced].filter(Boolean).join(' '), isOfAddress }
}

/** SQL: whether an address takes no mail, as far as was seen. */
export const takesNoMail = (email: Query): Query => sql`
  exists (select from refused_addresses f where f.email = lower(${email}) and f.times >= ${TIMES})`

export async function isRefused(on: Sql, email: string): Promise<boolean> {
  const row = await on.row<{ is: boolean }>(sql`select ${takesNoMail(sql`${email}::text`)} as is`)
  return row?.is ?? false
}

/** One more time in a row. */
export async function noteRefused({ db, now }: Pick<App, 'db' | 'now'>, email: string) {
  await db.run(sql`
    insert into refused_addresses as r (email, times, refused_at)
    values (lower(${email}), 1, ${now().toISOString()})
    on conflict (email) do update
      set times = least(r.times + 1, 1000), refused_at = excluded.refused_at`)
}

/** It took a mail: what was counted so far starts over, unless it is to be confirmed by now. */
export async function noteTaken(on: Sql, email: string): Promise<void> {
  await on.run(sql`
    delete from refused_addresses where email = lower(${email}) and times < ${TIMES}`)
}

/** Somebody followed what was mailed there, or the address is nobody's any more. */
export async function forgetRefused(on: Sql, emails: readonly string[]): Promise<void> {
  await on.run(sql`
    delete from refused_addresses
    where email in (select lower(e) from unnest(${emails}::text[]) e)`)
}

/** As `forgetRefused`, for the address of an account. */
export async function forgetRefusedAddress(on: Sql, userId: string): Promise<void> {
  await on.run(sql`
    delete from refused_addresses
    where email = (select lower(u.email) from users u where u.id = ${userId})`)
}

/** After this long an address is given another try. */
export const forgetOldRefusals = ({ db, now }: Pick<App, 'db' | 'now'>): Promise<number> =>
  db.run(sql`
    delete from refused_addresses where refused_at <= ${retentionCutoff('sentMails', now()).toISOString()}`)
