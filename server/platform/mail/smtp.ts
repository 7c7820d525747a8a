import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Config } from '#server/config.ts'
import { isThisMachine } from '#server/platform/limits/address.ts'

/**
 * The connection to the mail server. On https mails leave this machine encrypted or not at all: somebody on
 * the network in between could strip the offer to encrypt, and read links that open accounts. What the
 * address says itself (`?requireTLS=false`) counts, for a server within one's own network.
 */
export const smtpTransport = (
  { secure }: Pick<Config, 'secure'>,
  url: string,
  patienceMs: number,
) =>
  createTransport({
    url,
    requireTLS: secure && !isThisMachine(new URL(url).hostname),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
  })

/**
 * For each answer, and for all of one mail: a server that says a little now and then is never silent, and would keep a
 * mail and its line. All of it is less than a job has (`expireInSeconds`).
 */
const PATIENCE = { answerMs: 20_000, mailMs: 300_000 }

/** Hands one mail to the mail server. Throws when it was not taken. */
export async function sendBySmtp(
  { secure, smtpUrl }: { secure: boolean; smtpUrl: string },
  message: SendMailOptions,
  { answerMs, mailMs } = PATIENCE,
): Promise<void> {
  const signal = AbortSignal.timeout(mailMs)
  await smtpTransport({ secure }, smtpUrl, answerMs).sendMail({ ...message, signal })
}
