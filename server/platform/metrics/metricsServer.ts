import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Log } from '#server/platform/process/log.ts'

const PATH = '/metrics'
/** Prometheus asks every few seconds; requests at the same time share one answer. */
const SAME_MS = 1_000
const LIMITS = {
  headersTimeout: 5_000,
  requestTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 75_000,
  maxHeaderSize: 8 * 1024,
}
const MAX_CONNECTIONS = 32
const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
}

type Options = { host: string; port: number; log: Log }
type Written = { contentType: string; write(): Promise<string> }

/** Answers `/metrics` on a port of its own and nothing else there, and changes nothing. */
export async function serveMetrics(
  metrics: Written,
  { host, port, log }: Options,
): Promise<{ port: number; close(): Promise<void> }> {
  let last: { at: number; text: Promise<string> } | null = null
  const write = () => {
    const at = performance.now()
    if (!last || at - last.at >= SAME_MS) last = { at, text: metrics.write() }
    return last.text
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // what a question brings along is not read
    if (request.headers['content-length'] || request.headers['transfer-encoding'])
      response.setHeader('connection', 'close')
    const isKnown = request.url === PATH && (request.method === 'GET' || request.method === 'HEAD')
    if (!isKnown) {
      response.writeHead(404, { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' })
      response.end(request.method === 'HEAD' ? undefined : `Nothing is here but ${PATH}.\n`)
      return
    }
    try {
      const text = await write()
      response.writeHead(200, { ...HEADERS, 'content-type': metrics.contentType })
      response.end(request.method === 'HEAD' ? undefined : text)
    } catch (error) {
      log.error({ err: error }, 'the metrics cannot be written')
      response.writeHead(500, HEADERS)
      response.end()
    }
  }
  const server = createServer(LIMITS, (request, response) => void answer(request, response))
  server.maxConnections = MAX_CONNECTIONS
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
