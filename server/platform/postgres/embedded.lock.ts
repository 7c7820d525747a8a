import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { SetupError } from '#server/platform/process/setupError.ts'

const LOCK = 4_027_002
/** A server that was just killed takes a moment to lose its connection. */
const PATIENCE_MS = 1_000

export type ServerLock = { release(): Promise<void> }

/**
 * Holds, as long as the connection lives, the right to be the one server on a data folder. Calls
 * `onLost` when the connection ends without a release, as it does when PostgreSQL dies.
 */
export async function takeServerLock(
  url: string,
  dataDir: string,
  onLost: () => void,
): Promise<ServerLock> {
  const client = new pg.Client({ connectionString: url, application_name: 'club server' })
  let isHeld = false
  client.on('error', () => {})
  client.on('end', () => {
    if (isHeld) onLost()
    isHeld = false
  })
  await client.connect()
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1) as taken',
      [LOCK],
    )
    if (rows[0]?.taken) break
    if (Date.now() > deadline) {
      await client.end()
      throw new SetupError(
        `Another server already runs on ${dataDir}; stop it first, or set DATA_DIR to another folder.`,
      )
    }
    await sleep(100)
  }
  isHeld = true
  return {
    async release() {
      isHeld = false
      await client.end().catch(() => {})
    },
  }
}
