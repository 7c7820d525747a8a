const GOOGLE = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox behind an address, as far as it can be told from outside: what follows a plus sign
 * only sorts, and Google's mailboxes know no dots. Two people may share one; a match decides nothing.
 */
export function normalizeMailbox(email: string): string {
  const plain = email.normalize('NFKC').toLowerCase()
  const at = plain.lastIndexOf('@')
  const [name, domain] = [plain.slice(0, at), plain.slice(at + 1)]
  const main = name.split('+')[0] || name
  return GOOGLE.has(domain) ? `${main.replaceAll('.', '')}@gmail.com` : `${main}@${domain}`
}
