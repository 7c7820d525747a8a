import { getConfinement } from '#server/platform/decoding/confinement.ts'

const WAYS = {
  cage: 'no network, no keys and nothing of the disk but what it runs on, no rights (namespaces, permission model), one member’s files each',
  user: 'a user who owns nothing, and the permission model; the network is not cut off. Let the server use unshare and setpriv (util-linux; in a container CAP_SYS_ADMIN or user namespaces)',
  none: 'the permission model of Node and nothing of the system: libraries in it could reach the network and what the server may read. Let the server use unshare and setpriv (util-linux, with user namespaces)',
} as const

/** What keeps the process that opens members' files from everything else, as this machine gives it. */
export const describeDecoder = async (): Promise<string> => WAYS[await getConfinement()]
