// Who is behind a request, by its session cookie: as remembered, or as the database knows it now.
import type { Cookies, App, Recovery, Viewer } from '#server/platform/context.ts'
import { tokenReader } from '#server/platform/http/cookies.ts'
import { secretHash } from '#server/platform/vault/secrets.ts'
import { perApp } from '#server/platform/database/events.ts'
import { putNewest } from '#server/platform/lists/newest.ts'
import { getSessionCache, toMark } from './sessionCache.ts'
import { isSlideDue, sessionLifetime } from './sessions.policy.ts'
import {
  recoveryByToken,
  slideSession,
  viewerBySession,
  viewerByToken,
} from './sessions.queries.ts'
import { turnSuspensions } from '#server/features/members/members.ts'

export const SESSION_COOKIE = 'session'
export const RECOVERY_COOKIE = 'recovery'
const sessionToken = tokenReader(SESSION_COOKIE)
const MOST_MET = 20_000

type Identifying = { fromMemory: boolean; isAct: boolean; sessionId?: string | undefined }

/**
 * Who is behind a browser's cookies; nobody when a session is unknown, ended or expired. With
 * `fromMemory`, as this process knows them; else as the database does at this moment. `isAct` is
 * what somebody does, rather than what a screen asks for by itself. With `sessionId`, the member it
 * was found to be a moment ago, whatever the token is by now.
 */
export async function identify(
  app: App,
  cookies: Pick<Cookies, 'get'>,
  { fromMemory, isAct, sessionId }: Identifying,
): Promise<{ viewer: Viewer | null; recovery: Recovery | null; viewerAge: number }> {
  const turning = turnSuspensions(app)
  if (turning) await turning
  const { age: viewerAge } = app.bus
  const token = cookies.get(SESSION_COOKIE)
  if (fromMemory) {
    const remembered = token ? await getSessionCache(app).viewer(token) : null
    return {
      viewer: remembered && (await keepSession(app, remembered, isAct)),
      recovery: null,
      viewerAge,
    }
  }
  const recoveryToken = cookies.get(RECOVERY_COOKIE)
  const known = sessionId
    ? await viewerBySession(app.db, app.config, sessionId, app.now())
    : token
      ? await viewerByToken(app.db, app.config, secretHash(token), app.now())
      : null
  if (token && known) note(app, token)
  return {
    viewer: known && (await keepSession(app, known.viewer, isAct)),
    recovery: recoveryToken
      ? await recoveryByToken(app.db, secretHash(recoveryToken), app.now())
      : null,
    viewerAge,
  }
}

/** Marks of the sessions this process has met, the newest last. They open nothing. */
const metBy = perApp(() => new Map<string, true>())

const note = (app: App, token: string): void =>
  putNewest(metBy(app), [toMark(secretHash(token)), true], { most: MOST_MET })

/** Whether this process has met that session before, asked without the database: it may have ended since. */
export function hasMet(app: App, cookies: string | undefined): boolean {
  const token = sessionToken(cookies)
  if (token === undefined) return false
  const mark = toMark(secretHash(token))
  return metBy(app).has(mark) || getSessionCache(app).has(mark)
}

/**
 * The session of staff on https lives on by what they do, not by what their screens ask for by
 * themselves; one opened before they became staff is no longer either. Null when that ends it.
 */
async function keepSession(app: App, viewer: Viewer, isAct: boolean): Promise<Viewer | null> {
  const terms = sessionLifetime(app.config, viewer)
  const now = app.now()
  if (!isSlideDue(terms, viewer, now, isAct)) return viewer
  const expiresAt = await slideSession(app.db, viewer.sessionId, terms, now)
  if (expiresAt === null) return viewer
  return Date.parse(expiresAt) > now.getTime() ? { ...viewer, expiresAt } : null
}
