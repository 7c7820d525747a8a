import type { Config } from '#server/config.ts'
import { isThisMachine } from './address.ts'

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
  const asked = new URL(origin)
  return asked.protocol === own.protocol && asked.port === own.port && isThisMachine(asked.hostname)
}
