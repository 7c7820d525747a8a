import type { App } from '#server/platform/context.ts'
import { isUnavailable } from '#server/platform/http/overload/unavailable.ts'

/** So often a copy is begun again for what is away, over more than an hour. After that it comes without it. */
const TRIES = 10

/** Whether what could not be read for a copy is only away, and waited for; what is damaged keeps nobody from the rest. */
export const isAwaited = ({ job }: Pick<App, 'job'>, error: unknown): boolean =>
  isUnavailable(error) && (job?.tries ?? 0) < TRIES
