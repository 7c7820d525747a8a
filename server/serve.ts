// The HTTP server of the club: API, web app, live streams and health, and who is let in when it is full.
import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { logOut, logOutEverywhere } from '#contract/accounts/session.ts'
import { cancelSubscription } from '#contract/billing/billing.ts'
import { declareCancellation, declareWithdrawal } from '#contract/billing/declarations.ts'
import { pages } from '#contract/pages.ts'
import { leadToPages } from './mailedAddresses.ts'
import { followLive } from './features/live/live.service.ts'
import { hasMet, identify } from '#server/features/accounts/sessions/auth.identity.ts'
import {
  retentionWarnings,
  watchRetention,
} from '#server/features/privacy/retention/retention.service.ts'
import { turnSuspensions } from '#server/features/members/suspensions.service.ts'
import { readEvening } from './features/rooms/rooms.ts'
import { clubSettings } from './features/settings/settings.service.ts'
import {
  closeDoor,
  countConnections,
  limitConnections,
  PATIENCE,
  sendsStrayBody,
} from '#server/platform/http/overload/connections.ts'
import type { App } from './platform/context.ts'
import { describeDrift } from '#server/platform/database/clock.ts'
import { clientAddress } from '#server/platform/limits/address.ts'
import { widerRange } from '#server/platform/limits/nets.ts'
import { StrangerQueue } from '#server/platform/limits/strangers.ts'
import { securityHeaders } from '#server/platform/http/headers.ts'
import { refuseUnknownCalls, serveRoutes } from '#server/platform/http/http.ts'
import { Answer } from '#server/platform/http/answers.ts'
import { redirectStrayed } from '#server/platform/http/origin.ts'
import { Overload, refuseOverload } from '#server/platform/http/overload/overload.ts'
import { describeApi } from '#server/platform/http/openapi.ts'
import { Readiness } from '#server/platform/http/overload/readiness.ts'
import { StoredBuilds } from '#server/platform/site/site.builds.ts'
import { RequestMetrics } from '#server/platform/metrics/requestMetrics.ts'
import { doWork } from '#server/platform/process/work.ts'
import { serveSite, type Site } from '#server/platform/site/site.ts'
import { routes } from './routes.ts'
import type { Seen } from './metrics.ts'

/**
 * Monitoring must not take a full club for one that is down, members may always leave, and ending a
 * contract is possible at any time (§ 312k (5), (6) BGB): its pages and its calls, each limited.
 */
const ALWAYS_LET_IN: ReadonlySet<string> = new Set([
  '/healthz',
  '/readyz',
  logOut.path,
  logOutEverywhere.path,
  pages.cancellation.path,
  pages.withdrawal.path,
  cancelSubscription.path,
  declareCancellation.path,
  declareWithdrawal.path,
])

/**
 * The backlog of the socket: connections the system holds until the event loop accepts them. Further ones wait a
 * second or more. Node's default is 511, Linux allows 4,096 (`net.core.somaxconn`), and that many browsers may
 * reconnect at once when a load balancer loses a server.
 */
const WAITING_TO_BE_ACCEPTED = 4_096

type Options = {
  host: string
  port: number
  /** The folder of the built web app, if it is not the app's own. */
  site?: string
  /** Tests: undeclared refusals and responses that break the contract fail. */
  strict?: boolean
  /** Tests: how many connections there may be. */
  maxConnections?: number
  /** Tests: the clients run in this process as well. */
  sharesLoop?: boolean
}

type RunningServer = {
  port: number
  /** What metrics read of it. */
  seen: Seen
  /**
   * Makes `/readyz` fail and closes each connection with its next response. Requests are answered as before, until
   * the load balancer has noticed.
   */
  leave(): void
  /** Ends open streams one after the other, so that browsers reconnect elsewhere and not all at once. */
  endStreams(): Promise<void>
  /** Stops accepting, ends what streams are left, finishes requests. */
  close(): Promise<void>
}

/** Answers HTTP for an app: every route, health, the OpenAPI document, and the web app. */
export async function serveClub(app: App, options: Options): Promise<RunningServer> {
  const overload = new Overload(() => app.db.pool.waitingCount, {
    ...(options.sharesLoop && { sharesLoop: true }),
  })
  const readiness = new Readiness(app, overload, () => listWarnings(app))
  const met = new WeakSet<IncomingMessage>()
  const requests = new RequestMetrics()
  const { http, connections, refusals } = serveRoutes(app, routes, {
    identify,
    met,
    overload,
    readiness,
    requests,
    ...(options.strict && { strict: true }),
  })
  const headers = securityHeaders(app.config)
  addHealthChecks(http as never, { readiness, headers, requests })
  let description: Promise<Uint8Array<ArrayBuffer>> | undefined
  http.get('/api/openapi.json', async (c) => {
    description ??= describeApi(routes, app.config.clubName).then((document) =>
      new TextEncoder().encode(JSON.stringify(document)),
    )
    return c.body(await description, 200, { ...headers, 'content-type': 'application/json' })
  })
  leadToPages(http as never, headers)
  refuseUnknownCalls(http, headers, requests)
  http.get('*', redirectStrayed(app.config))
  const site = await serveSite(http as never, app.config, {
    folder: options.site ?? app.siteFolder,
    now: app.now,
    build: app.build,
    storedBuilds: new StoredBuilds(app),
  })

  let isLeaving = false
  const strangers = new StrangerQueue()
  const answer = getRequestListener(http.fetch, { hostname: new URL(app.config.publicUrl).host })
  const refusal = Object.entries({ ...headers, 'content-type': 'application/json' }).flat()
  const server = createServer({ ...PATIENCE, ServerResponse: Answer }, (request, response) => {
    response.begin(app.config.instance, requests.pages)
    // an invented session cookie does not make a stranger a member
    const isMember = hasMet(app, request.headers.cookie)
    // a connection kept alive would delay our closing, or take a place from others
    const isLast = isLeaving || !server.listening || (isCrowded() && !isMember)
    if (isLast || sendsStrayBody(request)) response.setHeader('connection', 'close')
    if (isMember) met.add(request)
    const isExempt = ALWAYS_LET_IN.has((request.url ?? '').split('?')[0]!)
    const letIn = () => void doWork(response.work, () => answer(request, response))
    const turnAway = () => {
      response.metrics = requests.turnedAway
      refuseOverload(request, response, refusal)
    }
    if (overload.isFull({ isStranger: !isMember }) && !isExempt) turnAway()
    else if (isMember) letIn()
    else if (isExempt) strangers.enqueueExempt(letIn)
    else strangers.enqueue(findNet(app.config, request), { letIn, turnAway })
  })
  const isCrowded = limitConnections(server, app.config, options.maxConnections)
  const stopRefilling = await followSettings(app, site)
  const stopEvening = await keepEveningCurrent(app, site)
  // done before listening, so that no first request waits for it
  await turnSuspensions(app)
  server.listen({ port: options.port, host: options.host, backlog: WAITING_TO_BE_ACCEPTED })
  await once(server, 'listening')
  const stopFollowing = [followLive(app), stopRefilling, stopEvening, watchRetention(app)]

  return {
    port: (server.address() as AddressInfo).port,
    seen: {
      requests,
      streams: connections,
      inFlight: () => overload.inFlight,
      connections: () => countConnections(server),
    },
    leave() {
      isLeaving = true
      readiness.leave()
    },
    endStreams: () => connections.endInTurn(),
    async close() {
      for (const stop of stopFollowing) stop()
      connections.endAll()
      refusals.say()
      await closeDoor(server, {
        isBusy: () => overload.isBusy,
        cutStreams: () => connections.destroyAll(),
      })
    },
  }
}

/** The network of the client, as rate limits count it. */
function findNet({ trustedProxies }: App['config'], { socket, headers }: IncomingMessage): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
  return widerRange({
    address: clientAddress(socket.remoteAddress ?? '', forwarded, trustedProxies),
  })
}

/** Reconnecting takes less than this; longer is worth a warning. */
const SILENT_MS = 5_000

/** Problems that need attention although the club is ready. */
const listWarnings = async (app: App): Promise<string[]> => [
  ...[await describeDrift(app.db).catch(() => null)].filter((drift) => drift !== null),
  ...(await retentionWarnings(app).catch(() => [])),
  ...(app.bus.transport?.trouble ? [app.bus.transport.trouble] : []),
  ...(app.bus.silentMs > SILENT_MS
    ? ['the line to the database on which news come is down, so they come late']
    : []),
]

type Health = {
  readiness: Readiness
  headers: Record<string, string>
  requests: Pick<RequestMetrics, 'health'>
}

function addHealthChecks(
  http: Hono<{ Bindings: { outgoing: Answer } }>,
  { readiness, headers, requests }: Health,
): void {
  http.get('/healthz', (c) => {
    c.env.outgoing.metrics = requests.health
    return c.json({ alive: true }, 200, headers)
  })
  http.get('/readyz', async (c) => {
    c.env.outgoing.metrics = requests.health
    const answer = await readiness.check()
    return c.json(answer, answer.ready ? 200 : 503, headers)
  })
}

/** Serves health checks alone, for a process that works on jobs. */
export async function serveHealth(
  app: App,
  { host, port }: Pick<Options, 'host' | 'port'>,
): Promise<RunningServer> {
  const overload = new Overload(() => app.db.pool.waitingCount)
  const readiness = new Readiness(app, overload, () => listWarnings(app))
  const headers = securityHeaders(app.config)
  const requests = new RequestMetrics()
  const http = new Hono<{ Bindings: { outgoing: Answer } }>()
  addHealthChecks(http, { readiness, headers, requests })
  http.notFound((c) => c.text('Here jobs are worked on; the club is elsewhere.\n', 404, headers))
  const answer = getRequestListener(http.fetch, { hostname: new URL(app.config.publicUrl).host })
  const server = createServer({ ...PATIENCE, ServerResponse: Answer }, (request, response) => {
    response.begin(app.config.instance, requests.unknown)
    void doWork(response.work, () => answer(request, response))
  })
  limitConnections(server, app.config)
  server.listen(port, host)
  await once(server, 'listening')
  const stopWatching = watchRetention(app)
  return {
    port: (server.address() as AddressInfo).port,
    seen: {
      requests,
      streams: null,
      inFlight: () => 0,
      connections: () => countConnections(server),
    },
    leave: () => readiness.leave(),
    endStreams: async () => {},
    async close() {
      stopWatching()
      await closeDoor(server, { isBusy: () => false, cutStreams: () => {} })
    },
  }
}

const AGAIN_MS = 1_000

/** Fills the admins' settings into the public pages whenever they change. Answers the function that stops it. */
async function followSettings(app: App, site: Site): Promise<() => void> {
  let isOver = false
  let turns = 0
  const refill = async () => {
    turns += 1
    const turn = turns
    try {
      const { admission } = await clubSettings(app)
      // only the answer to the latest query is used
      if (turn === turns) site.refill({ admission })
    } catch {
      // while the database is down the pages stay as they are
      if (!isOver) setTimeout(() => void refill(), AGAIN_MS).unref()
    }
  }
  const onChange = () => void refill()
  const stop = [app.bus.on('settings_changed', onChange), app.bus.onReconnect(onChange)]
  await refill()
  return () => {
    isOver = true
    for (const one of stop) one()
  }
}

const HOUR_MS = 3_600_000

/**
 * Fills the evening into the landing page: at the start, at each full hour, which includes midnight in Berlin, and when
 * a room is changed. No request waits for it. Answers the function that stops it.
 */
async function keepEveningCurrent(app: App, site: Site): Promise<() => void> {
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  const refill = async () => {
    try {
      site.refill({ evening: await readEvening(app) })
    } catch {
      // while the database is down the page stays as it is
    }
  }
  const refillHourly = async () => {
    await refill()
    const leftMs = HOUR_MS - (app.now().getTime() % HOUR_MS)
    if (!isOver) timer = setTimeout(() => void refillHourly(), leftMs).unref()
  }
  const stop = app.bus.on('room_changed', () => void refill())
  await refillHourly()
  return () => {
    isOver = true
    stop()
    clearTimeout(timer)
  }
}
