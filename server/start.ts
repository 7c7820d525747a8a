import { openApp } from './app.ts'
import type { Config } from './config.ts'
import { refuseTakenPort, toSetupError } from './platform/listen.ts'
import type { Log } from './platform/log.ts'
import { serveClub } from './serve.ts'
import { openStore } from './store.ts'

export type RunningClub = { url: string; stop(): Promise<void> }

/** Opens the club: database, migrations, app, door. Throws a `SetupError` before anything listens. */
export async function startClub(config: Config, log: Log): Promise<RunningClub> {
  const { host, port } = config
  await refuseTakenPort(host, port)
  const store = await openStore(config, { log, isServer: true })
  try {
    const app = await openApp(config, store.url, { log })
    try {
      const server = await serveClub(app, { host, port })
      // PORT=0: only now is it known where we are
      if (port === 0) config.publicUrl = config.publicUrl.replace(/(:0)?$/, `:${server.port}`)
      return {
        url: config.publicUrl,
        async stop() {
          await server.close()
          await app.close()
          await store.close()
        },
      }
    } catch (error) {
      await app.close()
      throw toSetupError(error, host, port)
    }
  } catch (error) {
    await store.close()
    throw error
  }
}
