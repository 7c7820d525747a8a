// Answers calls, files and live streams over HTTP: origin, access, input and limits, then the handler.
import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono, type Context as HonoContext } from 'hono'
import { codes, type ErrorCode } from '#contract/errors.ts'
import { MEMBER_HEADER, refuseAccess, refuseOther } from './access.ts'
import { ActPace } from '#server/platform/limits/actPace.ts'
import { AccountTurns } from '#server/platform/limits/accountTurns.ts'
import { clientAddress } from '#server/platform/limits/address.ts'
import { compiledWriter, strictWriter, type Write } from './answer.ts'
import type { Answer } from './answers.ts'
import { handleWithinLimits } from './callLimits.ts'
import type { App, Cookies, Recovery, Viewer } from '#server/platform/context.ts'
import { readCookies } from './cookies.ts'
import { widerRange } from '#server/platform/limits/nets.ts'
import { limitStrangers, createUnmetSemaphore } from '#server/platform/limits/strangers.ts'
import { securityHeaders } from './headers.ts'
import { answerRefusal, failUndeclared, toRefusal } from './http.refusals.ts'
import { readInput } from './input.ts'
import type { RequestMetrics } from '#server/platform/metrics/requestMetrics.ts'
import { isOwnOrigin } from './origin.ts'
import type { SseConnection } from '#server/platform/stream/sseConnection.ts'
import { SseConnections } from '#server/platform/stream/sseConnections.ts'
import type { Overload } from './overload/overload.ts'
import type { Readiness } from './overload/readiness.ts'
import { Refusal, type RefusalDetails } from '#server/platform/process/refusal.ts'
import { RefusalCount } from '#server/platform/limits/refusalCount.ts'
import type { Route } from './route.ts'
import { Semaphore } from '#server/platform/process/semaphore.ts'
import { OF_STRANGERS, UploadMemory, type UploadShare } from './overload/uploadMemory.ts'

/** Finds who is behind a browser's cookies. */
type Identify = (
  app: App,
  cookies: Pick<Cookies, 'get'>,
  options: { fromMemory: boolean; isAct: boolean; sessionId?: string | undefined },
) => Promise<{ viewer: Viewer | null; recovery: Recovery | null; viewerAge: number }>

type Env = { Bindings: { incoming: IncomingMessage; outgoing: Answer } }
type Options = {
  identify: Identify
  /** Requests whose cookies are of a session this process had met when they came. */
  met: WeakSet<IncomingMessage>
  overload: Overload
  readiness: Pick<Readiness, 'note'>
  requests: RequestMetrics
  /** Tests: an undeclared refusal or a wrong answer is thrown instead of sent. */
  strict?: boolean
}
type Of<K extends Route['kind']> = Extract<Route, { kind: K }>

/** Streams asking who they are at a time: fewer than there are connections to the database. */
const OPENING_STREAMS = { abreast: 6, waiting: 4_000 }

const JSON_TYPE = 'application/json; charset=utf-8'

/** Serves the routes: origin, access, input, answer, refusals. Open streams are in `connections`. */
export function serveRoutes(
  app: App,
  routes: Route[],
  { identify, met, overload, readiness, requests, strict = false }: Options,
) {
  const http = new Hono<Env>()
  const connections = new SseConnections(app.config)
  const openingStreams = new Semaphore(OPENING_STREAMS)
  const unmet = createUnmetSemaphore()
  const uploads = new UploadMemory()
  const strangeUploads = new UploadMemory(OF_STRANGERS)
  const pace = new ActPace(app.config)
  const turns = new AccountTurns(overload.whileUncounted, app.config.databasePool)
  const refusals = new RefusalCount(app.log)
  const headers = securityHeaders(app.config)
  const jsonHeaders = { ...headers, 'content-type': JSON_TYPE }
  const headerList = Object.entries(jsonHeaders).flat()

  for (const route of routes) {
    const { call } = route
    const metrics = requests.named(route.name)
    const refused = (c: HonoContext<Env>, error: unknown) => {
      readiness.note(error)
      const refusal = toRefusal(app, error, call.path)
      refusals.note(refusal.code, call.path)
      if (strict) failUndeclared(refusal, error, call)
      return answerRefusal(c, refusal, jsonHeaders)
    }
    const answering =
      (answer: (c: HonoContext<Env>) => Promise<Response>) => (c: HonoContext<Env>) => {
        c.env.outgoing.metrics = metrics
        return answer(c).catch((error) => refused(c, error))
      }
    if (route.kind === 'file') http.get(call.path, answering(fileHandler(route)))
    else if (route.kind === 'call') {
      const write = (strict ? strictWriter : compiledWriter)(route.call.response)
      http.on(route.call.method, call.path, answering(callHandler(route, write)))
    } else http.get(call.path, answering(streamHandler(route)))
  }

  function callHandler(route: Of<'call'>, write: Write) {
    const { call, fromMemory } = route
    const inTurn = limitStrangers({ isUnbounded: strict }, app.config)
    return async (c: HonoContext<Env>) => {
      overload.begin()
      let share: UploadShare | undefined
      try {
        if (call.method !== 'GET') refuseForeignOrigin(app, c)
        const asking = (again?: string) =>
          contextOf(c, call, {
            fromMemory,
            sessionId: again,
            whileUncounted: overload.whileUncounted,
          })
        let ctx = await asking()
        const { sessionId } = ctx.viewer ?? {}
        if (call.method !== 'GET' && sessionId) {
          const retryAfter = pace.take(sessionId)
          if (retryAfter !== null) throw new Refusal('too_many_attempts', { retryAfter })
        }
        if (call.upload)
          share = ctx.viewer
            ? uploads.reserve(ctx.viewer.userId)
            : strangeUploads.reserve(widerRange(ctx))
        const { complete: isWhole } = c.env.incoming
        const input =
          (call.body ?? call.upload)
            ? await overload.whileUncounted(() => readInput(c, call, share))
            : await readInput(c, call)
        // while a slow client sent its body, its session may have ended, or its member been suspended or dismissed; its
        // token may have been exchanged. A call that is answered from memory checks it in the statement that stores it
        if (!isWhole && !fromMemory && sessionId) ctx = await asking(sessionId)
        const handled = () => handleWithinLimits(route, ctx, input, { strict })
        const { viewer } = ctx
        const answer = write(
          await (viewer
            ? turns.run(viewer, handled, { isFile: Boolean(call.upload) })
            : overload.whileUncounted(() => inTurn(ctx, handled))),
        )
        // wait until this process has invalidated its caches: after the response the client must see the change
        if (call.method !== 'GET' && !fromMemory) await app.bus.flush()
        if (!fromMemory || c.req.method === 'HEAD') return c.body(answer, 200, jsonHeaders)
        // straight to Node: a Response in between would cost more than finding the answer
        const { outgoing } = c.env
        const length = String(Buffer.byteLength(answer))
        outgoing.writeHead(200, [...headerList, 'content-length', length])
        outgoing.end(answer)
        return RESPONSE_ALREADY_SENT
      } finally {
        share?.release()
        overload.end()
      }
    }
  }

  function fileHandler({ call, handle, fromMemory }: Of<'file'>) {
    const inTurn = limitStrangers({ isUnbounded: strict }, app.config)
    return async (c: HonoContext<Env>) => {
      overload.begin()
      try {
        const ctx = await contextOf(c, call, {
          fromMemory,
          whileUncounted: overload.whileUncounted,
        })
        const input = await readInput(c, call)
        const handled = async () => handle(ctx as never, input as never)
        const file = await (ctx.viewer
          ? handled()
          : overload.whileUncounted(() => inTurn(ctx, handled)))
        const { type, etag, name, style } = file
        if (!call.file.includes(type)) throw new Error(`${call.path} may not give ${type}`)
        // asked for again each time: who may see it changes, and the next person may use this browser
        const caching = etag && { etag, 'cache-control': 'private, no-cache' }
        if (etag && c.req.header('if-none-match') === etag)
          return c.body(null, 304, { ...headers, ...caching })
        const how = 'stream' in file ? 'attachment' : 'inline'
        const sent = {
          ...headers,
          ...caching,
          'content-type': type,
          'content-disposition': name ? `${how}; filename="${name}"` : how,
          // opened by itself it runs nothing, whatever it was taken for
          'content-security-policy': `default-src 'none'; ${style ? `style-src ${style}; ` : ''}sandbox`,
          'referrer-policy': 'no-referrer',
        }
        if ('read' in file) {
          if (c.req.method === 'HEAD') return c.body(null, 200, sent)
          const content = await file.read()
          watchEnd(c, file)
          return c.body(content, 200, sent)
        }
        const lengthened = { ...sent, 'content-length': String(file.bytes) }
        if (c.req.method === 'HEAD') return c.body(null, 200, lengthened)
        const content = await file.stream()
        c.env.outgoing.writeHead(200, lengthened)
        // nobody waits for its end here: it lasts as long as the connection
        pipeline(content, c.env.outgoing).catch((error: NodeJS.ErrnoException) => {
          content.destroy()
          // hung up on, before or meanwhile
          if (!/PREMATURE_CLOSE|UNABLE_TO_PIPE/.test(error.code ?? ''))
            app.log.error({ err: error, path: call.path }, 'a file broke off')
        })
        return RESPONSE_ALREADY_SENT
      } finally {
        overload.end()
      }
    }
  }

  /** Tells a file that not all of it left. */
  function watchEnd(c: HonoContext<Env>, { onCutOff }: { onCutOff?(): Promise<void> }): void {
    const { outgoing } = c.env
    if (!onCutOff) return
    let isWhole = false
    outgoing.once('finish', () => (isWhole = true))
    const note = () => {
      if (isWhole) return
      onCutOff().catch((error: unknown) =>
        app.log.error({ err: error, path: c.req.path }, 'a file that broke off was not noted'),
      )
    }
    // it may have hung up while the file was read
    if (outgoing.destroyed) note()
    else outgoing.once('close', note)
  }

  /** Browsers that come back all at once wait their turn here, and not in front of everybody's calls. */
  function streamHandler({ call, handle }: Of<'stream'>) {
    return async (c: HonoContext<Env>) => {
      const { incoming, outgoing } = c.env
      const address = addressOf(c)
      connections.enter(address)
      let connection: SseConnection | undefined
      try {
        const opening = async () => {
          const ctx = await contextOf(c, call)
          const input = await readInput(c, call)
          if (c.req.method === 'HEAD') return
          const { sessionId = '', userId = '' } = ctx.viewer ?? {}
          const opened = (connection = connections.open(incoming, outgoing, {
            sessionId,
            userId,
            address,
          }))
          await handle(ctx as never, input as never, opened).then(
            (stop) => opened.whenOver(stop),
            (error: unknown) => {
              app.log.error({ err: error, path: call.path }, 'a stream failed to start')
              opened.end()
            },
          )
        }
        // a crowd with sessions they made up comes from few nets
        await openingStreams.run(opening, widerRange({ address }))
      } finally {
        if (!connection) connections.leave(address)
      }
      return connection
        ? RESPONSE_ALREADY_SENT
        : c.body(null, 200, { ...headers, 'content-type': 'text/event-stream' })
    }
  }

  /**
   * `sessionId`: the session it was found to be of a moment ago. `whileUncounted`: how a call waits until it is known who
   * asks, where there are many of whom that is not known.
   */
  async function contextOf(
    c: HonoContext<Env>,
    call: Route['call'],
    {
      fromMemory = false,
      sessionId,
      whileUncounted = (wait) => wait(),
    }: {
      fromMemory?: boolean
      sessionId?: string | undefined
      whileUncounted?: Overload['whileUncounted']
    } = {},
  ) {
    const cookies = readCookies(c, app.config)
    const address = addressOf(c)
    const isAct = 'method' in call && call.method !== 'GET'
    const asking = () => identify(app, cookies, { fromMemory, isAct, sessionId })
    const isUnmet = Boolean(c.req.header('cookie')) && !met.has(c.env.incoming)
    const known = await (isUnmet
      ? whileUncounted(() => unmet.run(asking, widerRange({ address })))
      : asking())
    refuseOther(call, known.viewer, c.req.header(MEMBER_HEADER))
    await refuseAccess(app, call, known.viewer, known.recovery)
    return {
      ...app,
      ...known,
      cookies,
      address,
      userAgent: c.req.header('user-agent')?.slice(0, 255) ?? null,
      headers: () => c.req.header(),
      isHead: c.req.method === 'HEAD',
      refuse,
      refuseIf,
    }
  }

  let hasWarnedUnread = false
  const warnUnread = () => {
    if (!hasWarnedUnread)
      app.log.warn('a trusted proxy names addresses nobody can read, so its visitors share its own')
    hasWarnedUnread = true
  }
  const addressOf = (c: HonoContext<Env>) =>
    clientAddress(
      c.env.incoming.socket.remoteAddress ?? '',
      c.req.header('x-forwarded-for'),
      app.config.trustedProxies,
      warnUnread,
    )

  return { http, connections, refusals }
}

/** Answers whatever else is asked below /api, and what is neither a call nor a page. Register it last. */
export function refuseUnknownCalls(
  http: Hono<Env>,
  headers: Record<string, string>,
  { unknown }: Pick<RequestMetrics, 'unknown'>,
): void {
  const refuseUnknown = (c: HonoContext<Env>) => {
    c.env.outgoing.metrics = unknown
    const refusal = new Refusal(codes.notFound, { isUnknownCall: true })
    return answerRefusal(c, refusal, { ...headers, 'content-type': JSON_TYPE })
  }
  http.all('/api/*', refuseUnknown)
  http.notFound(refuseUnknown)
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
