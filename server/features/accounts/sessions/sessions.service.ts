// Opens sessions, moves them on to their next token, and ends them.
import { randomUUID } from 'node:crypto'
import type * as contract from '#contract/accounts/session.ts'
import { berlinDay } from '#contract/day.ts'
import { clubSettings } from '#server/features/settings/settings.ts'
import { audit } from '#server/platform/limits/audit.ts'
import type { App, Asking, Viewer } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { newSalt, newToken, secretHash, deriveNextToken } from '#server/platform/vault/secrets.ts'
import { noteLogIn } from '#server/features/accounts/login/logIns.service.ts'
import { throughOpenDoor } from './admission.service.ts'
import { RECOVERY_COOKIE, SESSION_COOKIE } from './auth.identity.ts'
import { authLifetimes } from '#server/features/accounts/auth.policy.ts'
import { needsConfirmation } from '#server/features/settings/settings.policy.ts'
import { DEVICE_COOKIE, rememberDevice } from './devices.service.ts'
import {
  deleteSession,
  deleteMemberSessions,
  hasRole,
  insertSession,
  rotateSession,
  rotationSalt,
  slideSession,
  updateLanguage,
  viewerByToken,
  updateLastSeen,
} from './sessions.queries.ts'
import { sessionLifetime } from './sessions.policy.ts'
import { deleteTokens, takeToken } from '#server/features/accounts/tokens.queries.ts'

/** A session that exists as soon as its transaction commits; the browser gets it then. */
export type OpenedSession = { sessionToken: string; deviceToken: string }

/** Opens a session under a new token, whatever the browser brought along; its previous one ends. */
export async function openSession(
  ctx: App & Asking & { viewer: Viewer | null },
  on: Sql,
  userId: string,
  how: 'password' | 'passkey' | 'second_factor' = 'password',
): Promise<OpenedSession> {
  // a passkey its owner unlocked is both factors at once
  const hasFactor = how !== 'password'
  const now = ctx.now()
  const sessionToken = newToken()
  const isStaff = await hasRole(on, userId)
  const { idle } = sessionLifetime(ctx.config, { isModerator: isStaff })
  const expiresAt = new Date(now.getTime() + idle)
  const id = randomUUID()
  if (ctx.viewer) await deleteSession(on, ctx.viewer.sessionId)
  await insertSession(
    on,
    {
      id,
      userId,
      tokenHash: secretHash(sessionToken),
      expiresAt,
      userAgent: ctx.userAgent,
      hasFactor,
      // where a role needs a second factor, the password alone proves nothing
      isProved: hasFactor || !isStaff || !ctx.config.secure,
    },
    now,
  )
  await updateLastSeen(on, userId, berlinDay(now))
  const deviceToken = await rememberDevice(ctx, on, userId)
  await noteLogIn(ctx, on, userId, how)
  // last: writing to the audit log takes a lock that all others wait for
  const details = { factor: hasFactor }
  if (isStaff) await audit(on, { at: now, actorId: userId, action: 'staff_signed_in', details })
  return { sessionToken, deviceToken }
}

/** Hands an opened session to the browser and answers what the browser may know of it. */
export async function giveSession(
  ctx: App & Asking,
  { sessionToken, deviceToken }: OpenedSession,
): Promise<contract.Session> {
  const known = await viewerByToken(ctx.db, ctx.config, secretHash(sessionToken), ctx.now())
  if (!known) throw new Error('a session just opened is gone')
  setSessionCookie(ctx, known.viewer, sessionToken)
  ctx.cookies.set(DEVICE_COOKIE, deviceToken, authLifetimes.device / 1000)
  return known.viewer
}

/** Kept by the browser for as long as it can be good; the server alone knows whether it is. */
function setSessionCookie({ config, cookies }: App & Asking, viewer: Viewer, token: string): void {
  const { longest } = sessionLifetime(config, viewer)
  cookies.set(SESSION_COOKIE, token, Math.min(longest, authLifetimes.session) / 1000)
}

export const getSession: Handler<typeof contract.getSession> = async (ctx) => {
  const { config } = ctx
  const { session, refreshed } = ctx.viewer
    ? await refresh(ctx, await throughOpenDoor(ctx, ctx.viewer))
    : { session: null, refreshed: false }
  const { admission } = await clubSettings(ctx)
  return {
    session,
    recovery: ctx.recovery !== null,
    recoveryEmail: ctx.recovery?.email ?? null,
    refreshed,
    club: {
      name: config.clubName,
      defaultLanguage: config.defaultLanguage,
      emailConfirmation: needsConfirmation(config) ? 'required' : 'off',
      admission,
      now: ctx.now().toISOString(),
    },
  }
}

/**
 * Moves the session on and exchanges an old token for the next. Of requests at the same time one
 * exchanges; the others, and one whose answer was lost, are given the same next token again.
 */
async function refresh(ctx: App & Asking, viewer: Viewer) {
  const now = ctx.now()
  const token = ctx.cookies.get(SESSION_COOKIE) ?? ''
  const fromHash = secretHash(token)
  const slidTo = await slideSession(
    ctx.db,
    viewer.sessionId,
    sessionLifetime(ctx.config, viewer),
    now,
  )

  const fresh = newSalt()
  const toHash = secretHash(deriveNextToken(token, fresh))
  const rotation = { salt: fresh, fromHash, toHash, maxAgeMs: authLifetimes.token }
  const rotated = await rotateSession(ctx.db, rotation, now)
  const salt = rotated ? fresh : await rotationSalt(ctx.db, fromHash)
  const current = salt ? deriveNextToken(token, salt) : token

  if (slidTo) await updateLastSeen(ctx.db, viewer.userId, berlinDay(now))
  if (slidTo || salt) setSessionCookie(ctx, viewer, current)
  const session = slidTo ? { ...viewer, expiresAt: slidTo } : viewer
  return { session, refreshed: salt !== null }
}

/** Exchanges the session's token whatever its age; the browser gets it once that is committed. */
export async function nextToken(ctx: App & Asking, on: Sql): Promise<string | null> {
  const token = ctx.cookies.get(SESSION_COOKIE) ?? ''
  const salt = newSalt()
  const next = deriveNextToken(token, salt)
  const rotation = { salt, fromHash: secretHash(token), toHash: secretHash(next), maxAgeMs: 0 }
  return (await rotateSession(on, rotation, ctx.now())) ? next : null
}

export const giveNextToken = (ctx: App & Asking & { viewer: Viewer }, token: string): void =>
  setSessionCookie(ctx, ctx.viewer, token)

export const logOut: Handler<typeof contract.logOut> = async (ctx) => {
  const { viewer, recovery } = ctx
  if (viewer) await deleteSession(ctx.db, viewer.sessionId)
  if (recovery) await takeToken(ctx.db, 'recovery', recovery.tokenHash, ctx.now())
  leaveBrowser(ctx)
  return { done: true }
}

export const logOutEverywhere: Handler<typeof contract.logOutEverywhere> = async (ctx) => {
  const { userId } = ctx.viewer
  await ctx.db.transaction(async (tx) => {
    await deleteMemberSessions(tx, userId)
    await deleteTokens(tx, userId, ['recovery'])
  })
  leaveBrowser(ctx)
  return { done: true }
}

/** Takes the session out of this browser, and what it kept of what was seen; the device stays known. */
export function leaveBrowser({ cookies }: Asking): void {
  cookies.clear(SESSION_COOKIE)
  cookies.clear(RECOVERY_COOKIE)
  cookies.clearCache()
}

export const setLanguage: Handler<typeof contract.setLanguage> = async (ctx, { body }) => {
  await updateLanguage(ctx.db, ctx.viewer.userId, body.language)
  return { done: true }
}
