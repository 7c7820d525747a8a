import { isThisMachine } from '#server/platform/limits/address.ts'

/** How the traffic to and from a database is protected on the network. */
type DatabaseAddress = 'on this machine' | 'encrypted' | 'open, as set' | 'open'

/** These encrypt, or there is no connection. */
const ENCRYPTED = ['require', 'verify-ca', 'verify-full', 'no-verify', 'prefer']

/** The line a `DATABASE_URL` describes; another host without a word about TLS is an open one. */
export function parseDatabaseUrl(url: string): DatabaseAddress {
  const { hostname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  if (host.startsWith('/') || host === '' || isThisMachine(host)) return 'on this machine'
  const mode = searchParams.get('sslmode')
  if (mode === 'disable') return 'open, as set'
  const isAsked = ['true', '1'].includes(searchParams.get('ssl') ?? '')
  return isAsked || (mode !== null && ENCRYPTED.includes(mode)) ? 'encrypted' : 'open'
}

/** What to do about an open line; it names the setting and no part of it. */
export const describeOpenConnection = (setting: string): string =>
  `${setting} leads to another host without TLS: whoever sits in between reads all there is; add ?sslmode=verify-full, or ?sslmode=disable where the network is your own.`
