import type { Cookies, App, Recovery, Viewer } from '#server/platform/context.ts'
import { secretHash } from '#server/platform/secrets.ts'
import { memoryOf } from './auth.memory.ts'
import { isSlideDue, termsOf } from './sessions.policy.ts'
import { recoveryByToken, slideSession, viewerByToken } from './sessions.queries.ts'
import { turnSuspensions } from '#server/features/profiles/suspensions.service.ts'

export const SESSION_COOKIE = 'session'
export const RECOVERY_COOKIE = 'recovery'

/**
 * Who is behind a browser's cookies; nobody when a session is unknown, ended or expired. With
 * `fromMemory`, as this process knows them; else as the database does at this moment. `isAct` is
 * what somebody does, rather than what a screen asks for by itself.
 */
export async function identify(
  app: App,
  cookies: Pick<Cookies, 'get'>,
  { fromMemory = false, isAct = false }: { fromMemory?: boolean; isAct?: boolean } = {},
): Promise<{ viewer: Viewer | null; recovery: Recovery | null; viewerAge: number }> {
  const turning = turnSuspensions(app)
  if (turning) await turning
  const { age: viewerAge } = app.hub
  const token = cookies.get(SESSION_COOKIE)
  if (fromMemory) {
    const remembered = token ? await memoryOf(app).viewer(token) : null
    return { viewer: remembered && (await kept(app, remembered, isAct)), recovery: null, viewerAge }
  }
  const recoveryToken = cookies.get(RECOVERY_COOKIE)
  const known = token ? await viewerByToken(app.db, app.config, secretHash(token), app.now()) : null
  return {
    viewer: known && (await kept(app, known.viewer, isAct)),
    recovery: recoveryToken
      ? await recoveryByToken(app.db, secretHash(recoveryToken), app.now())
      : null,
    viewerAge,
  }
}

/**
 * The session of staff on https lives on by what they do, not by what their screens ask for by
 * themselves; one opened before they became staff is no longer either. Null when that ends it.
 */
async function kept(app: App, viewer: Viewer, isAct: boolean): Promise<Viewer | null> {
  const terms = termsOf(app.config, viewer)
  const now = app.now()
  if (terms.longest === null || !isSlideDue(terms, viewer, now, isAct)) return viewer
  const expiresAt = await slideSession(app.db, viewer.sessionId, terms, now)
  if (expiresAt === null) return viewer
  return Date.parse(expiresAt) > now.getTime() ? { ...viewer, expiresAt } : null
}
