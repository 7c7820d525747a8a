import { withClient } from '#server/platform/database/copy.ts'
import { SERVING_LOCK } from '#server/platform/database/database.listening.ts'
import { SetupError } from '#server/platform/process/setupError.ts'

/** Does something during which no server runs, and none starts. Throws a `SetupError` while one does. */
export const withoutServers = <T>(url: string, work: () => Promise<T>): Promise<T> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ isAlone: boolean }>(
      'select pg_try_advisory_lock($1) as "isAlone"',
      [SERVING_LOCK],
    )
    if (!rows[0]?.isAlone)
      throw new SetupError(
        'A server of this club is running, or was until this moment; stop every one of them, and try again.',
      )
    return work()
  })
