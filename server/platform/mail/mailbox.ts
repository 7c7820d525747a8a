type Mailbox = { name: string; address: string }

/**
 * A sender as it is set: an address, or `Name <address>`. Taken apart here, since mail programs and
 * libraries read a colon or a comma of a bare name as a list of several.
 */
export function parseMailbox(text: string): Mailbox {
  const [, name = '', address = text] = /^(.*)<([^<>]*)>\s*$/s.exec(text) ?? []
  return { name: name.trim().replace(/^"(.*)"$/s, '$1'), address: address.trim() }
}
