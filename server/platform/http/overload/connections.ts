// How many connections an address, its net and everybody may hold, for how long, and how they are closed.
import type { IncomingMessage, ServerOptions } from 'node:http'
import type { Server, Socket } from 'node:net'
import { promisify } from 'node:util'
import type { Config } from '#server/config.ts'
import { isWithin, plainAddress } from '#server/platform/limits/address.ts'
import { OpenByNet } from '#server/platform/limits/nets.ts'

/** How long the parts of a request may take. Half a request is not worth keeping a connection open. */
export const PATIENCE: ServerOptions = {
  headersTimeout: 8_000,
  // the longest upload; bodies have a shorter limit of their own (input.ts)
  requestTimeout: 180_000,
  connectionsCheckingInterval: 1_000,
  // longer than proxies keep theirs, or they would send a request on a connection we are just closing
  keepAliveTimeout: 75_000,
  maxHeaderSize: 16 * 1024,
}

const MAX_CONNECTIONS = 20_000
/** A browser needs seven at most; a household or an office behind one address, or one net, has many. */
export const CONNECTIONS = { perRange: 1_000, perNet: 3_000 }

/** From this part of all connections on strangers keep none after an answer: some nets could have them all, idle. */
const CROWDED = 0.75

/**
 * Cuts connections above what one address, its net, or everybody may have; a trusted proxy speaks for many.
 * Answers how to ask whether there are so many that those who need none any more better give theirs back.
 */
export function limitConnections(
  server: Server,
  config: Config,
  maxConnections = MAX_CONNECTIONS,
): () => boolean {
  const open = new OpenByNet(CONNECTIONS, config)
  const addressOf = new WeakMap<Socket, string>()
  let count = 0

  function left(this: Socket): void {
    open.giveBack({ address: addressOf.get(this) ?? '' })
  }

  server.maxConnections = maxConnections
  server.on('connection', (socket: Socket) => {
    count += 1
    socket.once('close', () => (count -= 1))
    const address = plainAddress(socket.remoteAddress ?? '')
    if (isWithin(config.trustedProxies, address)) return
    if (!open.take({ address })) return void socket.destroy()
    addressOf.set(socket, address)
    socket.once('close', left)
  })
  return () => count > maxConnections * CROWDED
}

/** Whether a request has a body that nobody reads: its connection would stay open for it. */
export const sendsStrayBody = ({ method, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

/** How many connections there are, and how many there may be. */
export const countConnections = async (
  server: Server,
): Promise<{ open: number; limit: number }> => ({
  open: await promisify(server.getConnections).call(server),
  limit: server.maxConnections,
})

/** What is under way is finished within this; what hangs longer is cut. */
const FINISH_MS = 10_000
/** After this nobody is waited for who takes no end of a stream, or says no end of a question. */
const PART_MS = 1_500
const LOOK_MS = 20

/** A server of HTTP, whatever its answers are. */
type Door = Server & { closeIdleConnections(): void; closeAllConnections(): void }

type Inside = {
  /** Whether a call is being answered. */
  isBusy(): boolean
  cutStreams(): void
}

/** Stops accepting, lets what is under way finish, and resolves when the last connection is gone. */
export async function closeDoor(server: Door, inside: Inside): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  const since = performance.now()
  let quiet = 0
  const looking = setInterval(() => {
    // Node closes only those that are idle at the moment it is asked
    server.closeIdleConnections()
    const passed = performance.now() - since
    quiet = inside.isBusy() ? 0 : quiet + 1
    if (passed > PART_MS) inside.cutStreams()
    // a few looks, for what has just been answered to leave
    if ((passed > PART_MS && quiet > 5) || passed > FINISH_MS) server.closeAllConnections()
  }, LOOK_MS)
  await closed
  clearInterval(looking)
}
