// A load balancer as operators put before the club: it asks each server at /readyz and forwards to those that are ready.
import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from '#testing/until.ts'

const LOOK_MS = 1_000
/**
 * As long as any round lasts. On a busy machine Node takes one new line a turn, so those who have one shall keep it, and
 * a request would go to one that is just being closed.
 */
const KEPT_MS = 600_000
/** Everybody may come back at the same moment. */
const BACKLOG = 4_096

type Backend = { url: URL; agent: Agent; isReady: boolean; isAsked: boolean }

/** Keep-alive on both sides, requests go in turn to the servers that are ready, and nothing is tried twice. */
export async function openProxy({ port = 0 }: { port?: number } = {}) {
  const backends: Backend[] = []
  let turn = 0

  function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const ready = backends.filter(({ isReady }) => isReady)
    const backend = ready[(turn += 1) % ready.length]
    if (!backend) return refuse(outgoing, 'no server is ready')
    const { url, agent } = backend
    const { method, headers, url: path } = incoming
    const further = request(new URL(path ?? '/', url), { method, headers, agent }, (answer) => {
      // of each line its own
      const { connection: _, 'keep-alive': __, ...passed } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, passed)
      outgoing.flushHeaders()
      answer.pipe(outgoing)
      answer.on('error', () => outgoing.destroy())
    })
    further.on('error', (error) =>
      outgoing.headersSent ? outgoing.destroy() : refuse(outgoing, error.message),
    )
    outgoing.on('close', () => further.destroy())
    incoming.pipe(further)
  }

  const looking = setInterval(() => {
    for (const backend of backends) {
      if (backend.isAsked) continue
      backend.isAsked = true
      // one that answers late on a busy machine is as it was
      void fetch(new URL('/readyz', backend.url))
        .then(
          ({ status }) => (backend.isReady = status === 200),
          () => (backend.isReady = false),
        )
        .finally(() => (backend.isAsked = false))
    }
  }, LOOK_MS)
  const server = createServer({ keepAliveTimeout: KEPT_MS }, forward).listen({
    port,
    host: '127.0.0.1',
    backlog: BACKLOG,
  })
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add(url: string): void {
      backends.push({
        url: new URL(url),
        agent: new Agent({ keepAlive: true }),
        isReady: false,
        isAsked: false,
      })
    },
    untilReady: (count: number) =>
      until(() => backends.filter(({ isReady }) => isReady).length === count, {
        what: `${count} servers that are ready`,
      }),
    async [Symbol.asyncDispose]() {
      clearInterval(looking)
      server.close()
      server.closeAllConnections()
      for (const { agent } of backends) agent.destroy()
    },
  }
}

const refuse = (answered: ServerResponse, code: string): void =>
  void answered.writeHead(502, { 'content-type': 'application/json' }).end(JSON.stringify({ code }))
