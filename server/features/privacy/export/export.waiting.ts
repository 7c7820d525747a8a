import type { App } from '#server/platform/context.ts'
import { isUnavailable } from '#server/platform/http/overload/unavailable.ts'

/** So often a copy is begun again for what is away, over more than an hour. After that it comes without it. */
const TRIES = 10

/** Whether what could not be read for a copy is only away, and waited for. */
const isAwaited = ({ job }: Pick<App, 'job'>, error: unknown): boolean =>
  isUnavailable(error) && (job?.tries ?? 0) < TRIES

/** Null, and `words` in the log, for what is damaged or was sealed with a key that is gone: it keeps nobody from the rest of their copy. */
export async function readable<T>(
  app: Pick<App, 'job' | 'log'>,
  read: () => Promise<T | null>,
  words: string,
): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (isAwaited(app, error)) throw error
    app.log.warn({ err: error }, words)
    return null
  }
}
