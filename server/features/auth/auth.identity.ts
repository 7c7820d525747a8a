import type { Cookies, App, Recovery, Viewer } from '#server/platform/context.ts'
import { secretHash } from '#server/platform/secrets.ts'
import { recoveryByToken, viewerByToken } from './sessions.queries.ts'

export const SESSION_COOKIE = 'session'
export const RECOVERY_COOKIE = 'recovery'

/** Who is behind a browser's cookies; nobody when a session is unknown, ended or expired. */
export async function identify(
  { db, now }: App,
  cookies: Pick<Cookies, 'get'>,
): Promise<{ viewer: Viewer | null; recovery: Recovery | null }> {
  const token = cookies.get(SESSION_COOKIE)
  const recoveryToken = cookies.get(RECOVERY_COOKIE)
  return {
    viewer: token ? await viewerByToken(db, secretHash(token), now()) : null,
    recovery: recoveryToken ? await recoveryByToken(db, secretHash(recoveryToken), now()) : null,
  }
}
