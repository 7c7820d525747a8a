// Whether a state change comes from the club's own pages; pages asked for under another host are redirected.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import type { Config } from '#server/config.ts'
import {
  isLoopback,
  isThisMachine,
  isWithin,
  plainAddress,
} from '#server/platform/limits/address.ts'
import { securityHeaders } from './headers.ts'

/**
 * Whether a state change may come from here: from the club's own pages, or from no browser at all
 * (neither `Origin` nor `Sec-Fetch-Site`). On this machine any loopback name with the same port will do.
 */
export function isOwnOrigin(
  config: Pick<Config, 'publicUrl' | 'isLocal'>,
  origin: string | undefined,
  fetchSite: string | undefined,
): boolean {
  if (origin === undefined) return fetchSite === undefined
  const own = new URL(config.publicUrl)
  if (origin === own.origin) return true
  if (!config.isLocal || !URL.canParse(origin)) return false
  const url = new URL(origin)
  return url.protocol === own.protocol && url.port === own.port && isThisMachine(url.hostname)
}

type HostRequest = {
  /** The `Host` header, and `X-Forwarded-Host`, as they came. */
  host: string | undefined
  forwardedHost: string | undefined
  socket: Pick<Socket, 'remoteAddress' | 'localAddress' | 'localPort'>
}

/**
 * Whether a page asked for there can be used: its forms are taken from the club's own address alone.
 * A proxy that uses the address it was configured with for this server does not show what the browser shows.
 */
function isOwnHost(
  config: Pick<Config, 'publicUrl' | 'isLocal' | 'trustedProxies'>,
  { host, forwardedHost, socket }: HostRequest,
): boolean {
  const isProxy = isWithin(config.trustedProxies, plainAddress(socket.remoteAddress ?? ''))
  const forwarded = isProxy ? forwardedHost?.split(',')[0]?.trim() : undefined
  const shownHost = forwarded || host
  if (!shownHost) return true
  const { protocol } = new URL(config.publicUrl)
  if (isOwnOrigin(config, toOrigin(protocol, shownHost), undefined)) return true
  return isProxy && !forwarded && isInside(shownHost, socket)
}

/** As a browser would name where a page came from. */
const toOrigin = (protocol: string, host: string): string => {
  const url = `${protocol}//${host}`
  return /[/\\?#@]/.test(host) || !URL.canParse(url) ? 'null' : new URL(url).origin
}

/** A name without a dot, or the very socket that was asked: what no browser outside is led by. */
function isInside(host: string, { localAddress, localPort }: HostRequest['socket']): boolean {
  const [, name = '', port] = /^(\[[^\]]+\]|[^:]*)(?::(\d+))?$/.exec(host) ?? []
  const bare = name.replace(/^\[|\]$/g, '')
  if (!bare.includes('.') && !bare.includes(':')) return true
  const isSame = bare === plainAddress(localAddress ?? '') || isLoopback(bare)
  return isSame && Number(port) === localPort
}

/** Redirects a page requested under another host name to the public address, where its forms are accepted. */
export function redirectStrayed(
  config: Config,
): MiddlewareHandler<{ Bindings: { incoming: IncomingMessage } }> {
  const headers = securityHeaders(config)
  return async (c, next) => {
    const { headers: headersIn, socket } = c.env.incoming
    const forwardedHost = c.req.header('x-forwarded-host')
    if (isOwnHost(config, { host: headersIn.host, forwardedHost, socket })) return next()
    const { pathname, search } = new URL(c.req.url)
    // not to be kept by browsers, whatever its number says: the club may move
    return c.body(null, 308, { ...headers, location: config.publicUrl + pathname + search })
  }
}
