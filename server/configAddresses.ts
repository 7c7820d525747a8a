import { isIP } from 'node:net'
import { isHost } from '#server/platform/limits/address.ts'
import { SetupError } from '#server/platform/process/setupError.ts'

export const DATABASE_URLS = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL'] as const
/** With a secret in the address, whose signs may divide it. */
export const WITH_SECRETS = [...DATABASE_URLS, 'FILES_URL', 'SMTP_URL', 'NATS_URL'] as const
const ADDRESSES = [...WITH_SECRETS, 'OTEL_EXPORTER_OTLP_ENDPOINT', 'PUBLIC_URL'] as const

/** Refuses settings that lead to no host, in a sentence without what stands in them. */
export function refuseUnreachable(
  set: Partial<Record<(typeof ADDRESSES)[number], string | undefined>>,
): void {
  for (const name of WITH_SECRETS) if (set[name]) refuseUnreadable(name, set[name])
  for (const name of ADDRESSES) if (set[name]) refuseHostless(name, set[name])
}

/** A sign that divides an address, written as it is in a password, leads somewhere else. */
function refuseUnreadable(name: string, value: string): void {
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
function refuseHostless(name: string, value: string): void {
  const { hostname, port, searchParams } = new URL(value)
  const isDatabase = name.startsWith('DATABASE')
  const named = isDatabase ? searchParams.getAll('host') : []
  const isSocket = (host: string) => isDatabase && /^(\/|%2F)/i.test(host)
  // the driver takes one beside the address without brackets
  const isNamed = (host: string) => isSocket(host) || isHost(host) || isIP(host) === 6
  if (!(isSocket(hostname) || isHost(hostname)) || !named.every(isNamed))
    throw new SetupError(
      `${name} names a host that cannot be one; letters, digits, dashes and single dots stand in it.`,
    )
  if (port === '0' && name !== 'PUBLIC_URL')
    throw new SetupError(`${name} names the port 0, at which nobody answers.`)
}
