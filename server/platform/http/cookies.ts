import type { Context as HonoContext } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Config } from '#server/config.ts'
import type { Cookies } from '#server/platform/context.ts'

const PREFIX = '__Host-'

/**
 * Reads one cookie of a header as it came, on https or not, and none of the others: for what is
 * asked of every request before its turn. Its value is a token.
 */
export function tokenReader(name: string): (header: string | undefined) => string | undefined {
  const pattern = new RegExp(`(?:^|; ?)(?:${PREFIX})?${name}=([\\w-]+)`)
  return (header = '') => pattern.exec(header)?.[1]
}

/** The cookies of one request; names get the `__Host-` prefix on https, where it keeps subdomains out. */
export function readCookies(c: HonoContext, { secure }: Pick<Config, 'secure'>): Cookies {
  const named = (name: string) => (secure ? PREFIX + name : name)
  const write = (name: string, value: string, maxAge: number) =>
    setCookie(c, named(name), value, {
      httpOnly: true,
      secure,
      sameSite: 'Lax',
      path: '/',
      maxAge,
    })
  return {
    get: (name) => getCookie(c, named(name)),
    set: write,
    clear: (name) => write(name, '', 0),
    // not the storage: what somebody decided about cookies, and words not sent yet, are there
    clearCache: () => c.header('clear-site-data', '"cache"'),
  }
}
