import { once } from 'node:events'
import { readConfig } from './config.ts'
import { leaveOwnerBehind } from './owner.ts'
import { openLog } from '#server/platform/process/log.ts'
import { SetupError } from '#server/platform/process/setupError.ts'
import { startClub, type RunningClub } from './start.ts'

/** More than draining requests, closing streams and finishing jobs take at the longest. */
const MAX_STOP_MS = 55_000
/** The same signal again ends the process at once when it comes this much later; a different signal always does. */
const IMPATIENT_AFTER_MS = 1_500

/** Started while the web app is still being built: waits until the runner says over its channel that it is done. */
async function waitForSite(): Promise<void> {
  const gone = new AbortController()
  process.once('disconnect', () => gone.abort())
  await once(process, 'message', { signal: gone.signal }).catch(() => {
    throw new SetupError('There is no web app to show.')
  })
}

async function serve(): Promise<void> {
  const config = readConfig()
  const log = openLog(config.logLevel, process.stdout, config.instance)
  let askedAt: number | null = null
  let askedBy: NodeJS.Signals | undefined
  /** Stopped from a terminal: nobody waits for a load balancer to notice. */
  let isHurried = false
  let club: RunningClub | null = null

  const stop = async () => {
    setTimeout(() => {
      log.warn('stopping took too long; what was left is cut off')
      process.exit(0)
    }, MAX_STOP_MS).unref()
    await club?.stop({ isHurried })
    log.info('the club is closed')
    process.exit(0)
  }
  const ask = (sign?: NodeJS.Signals) => {
    isHurried ||= sign !== 'SIGTERM'
    // npm, the terminal and our own runner may each pass on the same signal
    const isOther = sign !== undefined && askedBy !== undefined && sign !== askedBy
    if (askedAt !== null && (isOther || Date.now() - askedAt > IMPATIENT_AFTER_MS)) process.exit(1)
    if (askedAt !== null) return
    askedAt = Date.now()
    askedBy = sign
    if (club) void stop()
  }
  process.on('SIGINT', ask).on('SIGTERM', ask)
  // the runner is gone, however it went
  process.on('disconnect', () => ask())

  const isFollowing = process.argv.includes('--site-follows')
  club = await startClub(config, log, isFollowing ? { siteBuilt: waitForSite() } : {})
  log.info({ url: club.url, ...(club.metricsUrl && { metrics: club.metricsUrl }) }, 'ready')
  const human = process.stdout.isTTY ? process.stdout : process.stderr
  if (config.role === 'worker')
    human.write(`${config.clubName} works on jobs; ${club.url}/readyz says how it is\n`)
  else human.write(`${config.clubName} is open at ${club.url}\n`)
  if (config.defaultLanguage === 'mul')
    human.write(
      'For a club of your own: DEFAULT_LANGUAGE=auto speaks the language of each browser.\n',
    )
  if (askedAt !== null) await stop()
}

try {
  // wrong settings are reported before anything starts
  if (!leaveOwnerBehind(readConfig())) await serve()
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  process.stderr.write(`${error.message}\n`)
  // the channel to the runner would keep this process waiting
  process.exit(1)
}
