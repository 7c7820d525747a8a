import { domainToASCII } from 'node:url'
import { isHost } from '#server/platform/limits/address.ts'

type Mailbox = { name: string; address: string }

/**
 * A sender as it is set: an address, or `Name <address>`. Taken apart here, since mail programs and
 * libraries read a colon or a comma of a bare name as a list of several.
 */
export function parseMailbox(text: string): Mailbox {
  const [, name = '', address = text] = /^(.*)<([^<>]*)>\s*$/s.exec(text) ?? []
  return { name: name.trim().replace(/^"(.*)"$/s, '$1'), address: address.trim() }
}

/** Whether mail can come from there, with or without a name before it. */
export function isMailbox(text: string): boolean {
  const [, host] = /^[^\s@<>"(),:;]+@([^\s@<>"(),:;]+)$/.exec(parseMailbox(text).address) ?? []
  return host !== undefined && isHost(domainToASCII(host))
}

const GOOGLE = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox behind an address, as far as it can be told from outside: what follows a plus sign
 * only sorts, and Google's mailboxes know no dots. Two people may share one: a match counts them
 * together and decides nothing else.
 */
export function normalizeMailbox(email: string): string {
  const plain = email.normalize('NFKC').toLowerCase()
  const at = plain.lastIndexOf('@')
  const [name, domain] = [plain.slice(0, at), plain.slice(at + 1)]
  const main = name.split('+')[0] || name
  return GOOGLE.has(domain) ? `${main.replaceAll('.', '')}@gmail.com` : `${main}@${domain}`
}
