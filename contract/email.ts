import { LONGEST_LINE, normalizeText } from './words.ts'

/** What browsers and Node both have, and no library of types the contract uses. */
declare const URL: new (address: string) => { hostname: string }

/** Letters, marks and digits of any script, hyphens, and the dots of every keyboard: anything else divides an address of the web. */
const HOST = /^[\u200d\u200c\p{L}\p{M}\p{N}\u00b7\u30fb\-.\u3002\uff0e\uff61]+$/u
/** RFC 5321, 4.1.2: a dot-string of atext. */
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
/** RFC 1035, 2.3.1, of A-labels; the last is no number. */
const LABEL = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/
const LAST = /^([a-z]{2,63}|xn--[a-z\d-]{1,59})$/

/** A domain as mail servers know it: A-labels in small letters, without a dot at the end; null where there can be none. */
export function domainForm(typed: string): string | null {
  if (!HOST.test(typed)) return null
  const domain = readHost(typed)?.replace(/\.$/, '') ?? ''
  const labels = domain.split('.')
  const isDomain =
    labels.length > 1 &&
    domain.length <= 253 &&
    labels.every((label) => LABEL.test(label)) &&
    LAST.test(labels.at(-1) ?? '')
  return isDomain ? domain : null
}

/** What a mail program or a page leaves in what is copied, and nobody sees; joiners are letters of some domains. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

function readHost(typed: string): string | null {
  try {
    return new URL(`http://${typed}`).hostname
  } catch {
    return null
  }
}

/** As a mail program, a page or a list gives it away, with a name, in brackets or quotes, with a subject, or with a sign behind. */
const bare = (text: string): string =>
  text
    .replace(/^[^<>]*<([^<>]*)>/, '$1')
    .replace(/^mailto:([^?]*).*/i, '$1')
    .replace(/[;,]$/, '')
    .replace(/^["'“”„‚‘’«»‹›(](.*)["'“”‘’«»‹›)]$/, '$1')
    .replace(/[‘’]/g, "'")
    // a keyboard that corrects puts a space there
    .replace(/ *@ */, '@')

/**
 * An address of a mailbox in the one form it is checked, kept and compared in: trimmed, without what
 * nobody sees or what stands around it, full-width signs as usual ones, small letters, the domain as `domainForm` has it. What
 * is no address is only trimmed.
 */
export function emailForm(typed: string): string {
  if (typed.length > LONGEST_LINE) return typed.trim()
  const text = normalizeText(typed.replace(UNSEEN, ''), 'NFKC').trim()
  const address = withDomain(bare(text))
  return isEmail(address) ? address : withDomain(text)
}

function withDomain(text: string): string {
  const at = text.lastIndexOf('@')
  const domain = domainForm(text.slice(at + 1))
  return domain === null || at < 1 ? text : `${text.slice(0, at).toLowerCase()}@${domain}`
}

/** Whether a text in that form is an address. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  return LOCAL.test(text.slice(0, at)) && domainForm(text.slice(at + 1)) === text.slice(at + 1)
}
