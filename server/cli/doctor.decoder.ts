import type { Config } from '#server/config.ts'
import { getConfinement, type Confinement } from '#server/platform/decoding/confinement.ts'
import { SetupError } from '#server/platform/process/setupError.ts'

const WAYS = {
  cage: 'no network, no keys and nothing of the disk but what it runs on, no rights (namespaces, permission model), one member’s files each',
  user: 'a user who owns nothing, and the permission model; the network is not cut off. Let the server use unshare and setpriv (util-linux; in a container CAP_SYS_ADMIN or user namespaces)',
  none: 'the permission model of Node and nothing of the system: libraries in it could reach the network and what the server may read. Let the server use unshare and setpriv (util-linux, with user namespaces)',
} as const

/** What keeps the process that opens members' files from everything else, as this machine gives it. */
export async function describeDecoder(
  { secure }: Pick<Config, 'secure'>,
  given?: Confinement,
): Promise<string> {
  const way = given ?? (await getConfinement())
  // strangers choose what it opens
  if (way === 'none' && secure) throw new SetupError(WAYS[way])
  return WAYS[way]
}
