import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { PushBrowser } from '#contract/notifications/notifications.ts'
import type { Config } from '#server/config.ts'
import { isLoopback, isPublic } from '#server/platform/limits/address.ts'
import { isPoint, type BrowserKeys } from './push.encryption.ts'
import { isPushHost } from './push.hosts.ts'

export type Browser = BrowserKeys & {
  id: string
  sessionId: string
  endpoint: string
  createdAt: string
}

export const asBrowser = (
  { id, endpoint, createdAt, sessionId }: Omit<Browser, keyof BrowserKeys>,
  current: string,
): PushBrowser => ({
  id,
  service: new URL(endpoint).host,
  since: createdAt,
  isCurrent: sessionId === current,
  mark: createHash('sha256').update(endpoint).digest('base64url'),
})

/** The host name of a URL; an IPv6 address without its brackets. */
export const bareHostname = ({ hostname }: URL): string => hostname.replace(/[[\]]/g, '')

type Where = Pick<Config, 'isLocal' | 'pushHosts'>

/**
 * Whether the club may send to this endpoint: https on its usual port, at a known push service. A club
 * on this machine, as in tests, may also send to this machine. Which address a name resolves to is
 * checked when it is called.
 */
export function isPushAddress({ isLocal, pushHosts }: Where, endpoint: string): boolean {
  const url = URL.parse(endpoint)
  if (!url || url.username || url.password) return false
  const host = bareHostname(url)
  if (isLocal && isLoopback(host)) return url.protocol === 'http:' || url.protocol === 'https:'
  if (url.protocol !== 'https:' || url.port !== '' || !isPushHost({ pushHosts }, host)) return false
  return isIP(host) ? isPublic(host) : host.includes('.')
}

/** Why a browser cannot get push messages, or null. */
export const pushRefusal = (
  config: Where,
  { endpoint, publicKey, authKey }: BrowserKeys & { endpoint: string },
) =>
  isPushAddress(config, endpoint) && isPoint(publicKey) && authKey.length === 16
    ? null
    : ('push_refused' as const)
