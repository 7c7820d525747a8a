import type { Cookies, App, Recovery, Viewer } from '#server/platform/context.ts'
import { secretHash } from '#server/platform/secrets.ts'
import { memoryOf } from './auth.memory.ts'
import { recoveryByToken, viewerByToken } from './sessions.queries.ts'

export const SESSION_COOKIE = 'session'
export const RECOVERY_COOKIE = 'recovery'

/**
 * Who is behind a browser's cookies; nobody when a session is unknown, ended or expired. With
 * `fromMemory`, as this process knows them; else as the database does at this moment.
 */
export async function identify(
  app: App,
  cookies: Pick<Cookies, 'get'>,
  { fromMemory = false }: { fromMemory?: boolean } = {},
): Promise<{ viewer: Viewer | null; recovery: Recovery | null }> {
  const token = cookies.get(SESSION_COOKIE)
  if (fromMemory)
    return { viewer: token ? await memoryOf(app).viewer(token) : null, recovery: null }
  const recoveryToken = cookies.get(RECOVERY_COOKIE)
  const known = token ? await viewerByToken(app.db, secretHash(token), app.now()) : null
  return {
    viewer: known?.viewer ?? null,
    recovery: recoveryToken
      ? await recoveryByToken(app.db, secretHash(recoveryToken), app.now())
      : null,
  }
}
