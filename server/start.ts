// Opens the club in one process: database, migrations, app, server and metrics; and closes it again in order.
import { setTimeout as sleep } from 'node:timers/promises'
import { BUILT_SITE, openApp } from './app.ts'
import type { Config } from './config.ts'
import { jobHandlers } from './jobs.ts'
import { refuseTakenPort, toSetupError } from '#server/platform/process/listen.ts'
import type { App } from './platform/context.ts'
import type { Log } from '#server/platform/process/log.ts'
import { startHouse, type HouseServer } from './platform/payments/house.server.ts'
import { refuseWithoutExits } from '#server/platform/site/site.exits.ts'
import { keepBuild } from '#server/platform/site/site.builds.ts'
import type { Seen } from './metrics.ts'
import { routes } from './routes.ts'
import { serveClub, serveHealth } from './serve.ts'
import { openStore } from './store.ts'

/** How often the house provider looks for what is due. */
const HOUSE_MS = 1_000

export type RunningClub = {
  /** Where members find it; where a process that only works on jobs says how it is. */
  url: string
  /** Where it is measured; null: nowhere. */
  metricsUrl: string | null
  /** `isHurried`: nobody sends requests here who would have to be told first. */
  stop(options?: { isHurried?: boolean }): Promise<void>
}

/**
 * Opens the club: database, migrations, app, server. Throws a `SetupError` before anything listens.
 * `siteBuilt`: until the web app lies in its folder, if it does not yet; the database becomes ready
 * meanwhile.
 */
export async function startClub(
  config: Config,
  log: Log,
  { siteFolder = BUILT_SITE, siteBuilt }: { siteFolder?: string; siteBuilt?: Promise<void> } = {},
): Promise<RunningClub> {
  const { host, port, role } = config
  await refuseTakenPort(host, port)
  if (config.metricsPort !== null)
    await refuseTakenPort(config.metricsHost, config.metricsPort, 'METRICS_')
  const refuseTraps = () =>
    refuseWithoutExits(config, {
      folder: siteFolder,
      calls: routes.map(({ call }) => call),
      jobs: Object.keys(jobHandlers),
    })
  // awaited below: what goes wrong before that is said first
  siteBuilt?.catch(() => {})
  if (!siteBuilt) await refuseTraps()
  const store = await openStore(config, { log, isServer: true })
  try {
    if (siteBuilt) {
      await siteBuilt
      await refuseTraps()
    }
    const tracer = await openTracing(config)
    const app = await openApp(config, store.url, { log, siteFolder, work: role !== 'web' })
    let house: HouseServer | null = null
    try {
      if (config.payments === 'house') house = await openHouse(config)
      // what cannot be kept is missed by few, and the club is for all
      if (role !== 'worker')
        await keepBuild(app).catch((err: unknown) =>
          log.error({ err }, 'the web app could not be kept for tabs of later'),
        )
      const serve = role === 'worker' ? serveHealth : serveClub
      const server = await serve(app, { host, port })
      house?.notify(noticeAddress(host, server.port))
      const metrics = await openMetrics(app, { seen: server.seen, databaseUrl: store.url })
      // PORT=0: only now is it known where we are
      if (port === 0 && role !== 'worker')
        config.publicUrl = config.publicUrl.replace(/:0$/, `:${server.port}`)
      return {
        url: role === 'worker' ? ownAddress(host, server.port) : config.publicUrl,
        metricsUrl: metrics?.url ?? null,
        async stop({ isHurried = false } = {}) {
          if (!isHurried && role !== 'worker' && config.drainSeconds > 0) {
            server.leave()
            await sleep(config.drainSeconds * 1_000)
            await server.endStreams()
          }
          await house?.close()
          await server.close()
          await metrics?.close()
          await app.close()
          await tracer?.stop()
          await store.close()
        },
      }
    } catch (error) {
      await house?.close()
      await app.close()
      throw toSetupError(error, host, port)
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Loaded only where it is asked for, as what is measured: most clubs start without. */
async function openTracing({ otlpEndpoint: endpoint, ...config }: Config) {
  if (!endpoint) return null
  const { openTracer } = await import('#server/platform/tracing/otlp.ts')
  return openTracer({ ...config, endpoint })
}

async function openMetrics(app: App, { seen, databaseUrl }: { seen: Seen; databaseUrl: string }) {
  const { metricsPort: port, metricsHost: host, databaseDirectUrl } = app.config
  if (port === null) return null
  const { openMetricsServer } = await import('./metrics.ts')
  try {
    const opened = await openMetricsServer(app, {
      seen,
      databaseUrl: databaseDirectUrl ?? databaseUrl,
      host,
      port,
    })
    return { ...opened, url: `${ownAddress(host, opened.port)}/metrics` }
  } catch (error) {
    throw toSetupError(error, host, port, 'METRICS_')
  }
}

const openHouse = ({ dataDir }: Config): Promise<HouseServer> =>
  startHouse({ dataDir, now: () => new Date(), everyMs: HOUSE_MS })

/** Where this process answers on this machine, past any proxy. */
function ownAddress(host: string, port: number): string {
  const own = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${own.includes(':') ? `[${own}]` : own}:${port}`
}

/** Where the house provider's notices reach the club. */
export const noticeAddress = (host: string, port: number): string =>
  `${ownAddress(host, port)}/api/webhooks/house`
