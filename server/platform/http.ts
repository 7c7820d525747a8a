import type { IncomingMessage, ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono, type Context as HonoContext } from 'hono'
import type { Access } from '#contract/endpoint.ts'
import { alwaysPossible, errors, type ErrorCode } from '#contract/errors.ts'
import { clientAddress } from './address.ts'
import { compiledWriter, strictWriter } from './answer.ts'
import type { App, Cookies, Recovery, Viewer } from './context.ts'
import { cookiesOf } from './cookies.ts'
import { securityHeaders } from './headers.ts'
import { readInput } from './input.ts'
import { isOwnOrigin } from './origin.ts'
import { openOutlet } from './outlet.ts'
import { Refusal, type RefusalDetails } from './refusal.ts'
import type { Outlet, Route } from './route.ts'
import { isUnavailable } from './unavailable.ts'

/** Finds who is behind a browser's cookies. */
export type Identify = (
  app: App,
  cookies: Pick<Cookies, 'get'>,
) => Promise<{ viewer: Viewer | null; recovery: Recovery | null }>

type Env = { Bindings: { incoming: IncomingMessage; outgoing: ServerResponse } }
type Options = {
  identify: Identify
  /** Tests: an undeclared refusal or a wrong answer is thrown instead of sent. */
  strict?: boolean
}

/** Serves the routes: origin, access, input, answer, refusals. Open streams are in `outlets`. */
export function serveRoutes(app: App, routes: Route[], { identify, strict = false }: Options) {
  const http = new Hono<Env>()
  const outlets = new Set<Outlet>()
  const headers = securityHeaders(app.config)
  const jsonHeaders = { ...headers, 'content-type': 'application/json; charset=utf-8' }

  for (const { kind, call, handle } of routes) {
    const method = kind === 'call' ? call.method : 'GET'
    const write =
      kind === 'call' ? (strict ? strictWriter : compiledWriter)(call.response) : undefined

    http.on(method, call.path, async (c) => {
      try {
        if (method !== 'GET') refuseForeignOrigin(app, c)
        const cookies = cookiesOf(c, app.config)
        const { viewer, recovery } = await identify(app, cookies)
        const denied = accessRefusal(call.access, viewer, recovery)
        if (denied) throw denied

        const { incoming, outgoing } = c.env
        const ctx = {
          ...app,
          viewer,
          recovery,
          cookies,
          address: clientAddress(
            incoming.socket.remoteAddress ?? '',
            c.req.header('x-forwarded-for'),
            app.config.trustedProxies,
          ),
          userAgent: c.req.header('user-agent')?.slice(0, 255) ?? null,
          refuse,
          refuseIf,
        }
        const input = await readInput(c, call)

        if (kind === 'stream') {
          const outlet = openOutlet(outgoing, headers)
          outlets.add(outlet)
          const follow = handle(ctx as never, input as never, outlet)
          void outlet.closed.then(() => outlets.delete(outlet))
          follow.then(
            (stop) => outlet.closed.then(stop),
            (error: unknown) => {
              app.log.error({ err: error, path: call.path }, 'a stream failed to start')
              outlet.end()
            },
          )
          return RESPONSE_ALREADY_SENT
        }
        const answer = write!(await handle(ctx as never, input as never))
        return c.body(answer, 200, jsonHeaders)
      } catch (error) {
        const refusal = toRefusal(app, error, call.path)
        if (strict) failUndeclared(refusal, error, call)
        return refusalResponse(c, refusal, jsonHeaders)
      }
    })
  }

  return { http, outlets }
}

/** Answers whatever else is asked below /api. Register it last. */
export function refuseUnknownCalls(http: Hono<Env>, headers: Record<string, string>): void {
  http.all('/api/*', (c) => refusalResponse(c, new Refusal('PGRST116'), headers))
}

function refuse(code: ErrorCode, details?: RefusalDetails): never {
  throw new Refusal(code, details)
}
function refuseIf(code: ErrorCode | null): void {
  if (code) throw new Refusal(code)
}

function refuseForeignOrigin({ config }: App, c: HonoContext): void {
  if (!isOwnOrigin(config, c.req.header('origin'), c.req.header('sec-fetch-site')))
    throw new Refusal('foreign_origin')
}

function accessRefusal(
  access: Access,
  viewer: Viewer | null,
  recovery: Recovery | null,
): Refusal | null {
  if (access === 'visitor') return null
  if (access === 'recovery' && recovery) return null
  if (!viewer) return new Refusal('not_signed_in')
  if (access === 'account' || access === 'recovery') return null
  if (viewer.suspension) return new Refusal('suspended', viewer.suspension)
  return access === 'admin' && !viewer.isAdmin ? new Refusal('42501') : null
}

function toRefusal(app: App, error: unknown, path: string): Refusal {
  if (error instanceof Refusal) return error
  if (isUnavailable(error)) return new Refusal('unavailable', { retryAfter: 1 })
  app.log.error({ err: error, path }, 'unexpected')
  return new Refusal('unexpected')
}

function failUndeclared(refusal: Refusal, cause: unknown, call: Route['call']): void {
  const declared: readonly ErrorCode[] = [...alwaysPossible, ...(call.errors ?? [])]
  if (!declared.includes(refusal.code))
    throw new Error(`${call.path} refused with undeclared ${refusal.code}`, { cause })
}

function refusalResponse(
  c: HonoContext,
  { code, details }: Refusal,
  headers: Record<string, string>,
): Response {
  const more: Record<string, string> = {}
  if (details.retryAfter !== undefined) more['retry-after'] = String(details.retryAfter)
  // the rest of the body stays unread
  if (code === 'too_large') more['connection'] = 'close'
  return c.body(JSON.stringify({ code, ...details }), errors[code], { ...headers, ...more })
}
