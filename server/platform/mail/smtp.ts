import { createTransport } from 'nodemailer'
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
