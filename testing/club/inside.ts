import { Readable } from 'node:stream'
import type { IncomingMessage } from 'node:http'
import type { Endpoint, RequestOf } from '#contract/endpoint.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { hasMet, identify } from '#server/features/accounts/sessions/auth.identity.ts'
import { Overload } from '#server/platform/http/overload/overload.ts'
import type { Answer } from '#server/platform/http/answers.ts'
import { serveRoutes } from '#server/platform/http/http.ts'
import { RequestMetrics } from '#server/platform/metrics/requestMetrics.ts'
import { routes } from '#server/routes.ts'
import type { Result } from './call.ts'
import type { Club } from './club.ts'

/**
 * The door of a club without the line to it: each call goes through the same handler, with its origin,
 * session, access, input, limits and written answer, and is not sent over a socket before and after.
 */
export function openInside({ app, config }: Pick<Club, 'app' | 'config'>) {
  const met = new WeakSet<IncomingMessage>()
  const overload = new Overload(() => app.db.pool.waitingCount, { sharesLoop: true })
  const readiness = { note: () => {} }
  const { http } = serveRoutes(app, routes, {
    identify,
    met,
    overload,
    readiness,
    requests: new RequestMetrics(),
    strict: true,
  })

  return async function call<E extends Endpoint>(
    as: { cookie: string } | null,
    endpoint: E,
    request: RequestOf<E>,
  ): Promise<Result<E>> {
    const { params, query, body } = request as {
      params?: Record<string, string>
      query?: Record<string, string>
      body?: unknown
    }
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(params?.[name] ?? ''),
    )
    const search = query ? `?${new URLSearchParams(query)}` : ''
    const headers: Record<string, string> = { origin: config.publicUrl }
    if (as) headers['cookie'] = as.cookie
    if (body !== undefined) headers['content-type'] = 'application/json'
    const sent = Readable.from(body === undefined ? [] : [Buffer.from(JSON.stringify(body))])
    const incoming = Object.assign(sent, { socket: { remoteAddress: '127.0.0.1' } }) as never
    if (hasMet(app, as?.cookie)) met.add(incoming)
    const straight = { status: 0, text: '' }
    const outgoing = {
      writeHead: (status: number) => void (straight.status = status),
      end: (text: string | Buffer) => void (straight.text = String(text)),
    } as unknown as Answer
    const response = await http.fetch(
      new Request(config.publicUrl + path + search, { method: endpoint.method, headers }),
      { incoming, outgoing },
    )
    const status = straight.status || response.status
    const json = JSON.parse(straight.text || (await response.text())) as never
    if (status < 300) return { ok: true, status, answer: json, headers: response.headers }
    const refused = json as ErrorBody
    return { ok: false, status, code: refused.code, body: refused, headers: response.headers }
  }
}
