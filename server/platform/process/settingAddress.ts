import { isHost } from '#server/platform/limits/address.ts'
import { SetupError } from './setupError.ts'

/** A sign that divides an address, written as it is in a password, leads somewhere else. */
export function refuseUnreadable(name: string, value: string): void {
  try {
    const { hostname, username, password, pathname, search, hash } = new URL(value)
    for (const part of [username, password]) decodeURIComponent(part)
    if (hostname && !hash && !`${pathname}${search}`.includes('@')) return
  } catch {
    // said below, without what stands in it
  }
  throw new SetupError(
    `${name} cannot be read; in its password write # as %23, / as %2F, ? as %3F and % as %25.`,
  )
}

/** A host that cannot be one is found by nobody, however long the club tries. */
export function refuseHostless(name: string, value: string): void {
  const { hostname, port, searchParams } = new URL(value)
  const isDatabase = name.startsWith('DATABASE')
  const hosts = isDatabase ? [hostname, ...searchParams.getAll('host')] : [hostname]
  const isSocket = (host: string) => isDatabase && /^(\/|%2F)/i.test(host)
  if (!hosts.every((host) => isSocket(host) || isHost(host)))
    throw new SetupError(
      `${name} names a host that cannot be one; letters, digits, dashes and single dots stand in it.`,
    )
  if (port === '0' && name !== 'PUBLIC_URL')
    throw new SetupError(`${name} names the port 0, at which nobody answers.`)
}
