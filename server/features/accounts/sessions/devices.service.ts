import type { App, Asking } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { newToken, secretHash } from '#server/platform/vault/secrets.ts'
import { isNewsToOwner } from './devices.policy.ts'
import { insertDeviceSql, isDeviceToken, isKnownDevice, upsertDevice } from './devices.queries.ts'
import { parseUserAgent } from './userAgent.policy.ts'

/** Names the browser, not the account: it opens nothing, it only spares its owner the attackers' limit. */
export const DEVICE_COOKIE = 'device'

/**
 * Notes that this browser signed in to the account, and answers the token it is known by. The owner
 * is told of one the account did not know, unless that `isNews` to nobody.
 */
export async function rememberDevice(
  ctx: App & Asking,
  on: Sql,
  userId: string,
  { isNews = true }: { isNews?: boolean } = {},
): Promise<string> {
  const now = ctx.now()
  const brought = ctx.cookies.get(DEVICE_COOKIE)
  const isOurs = brought !== undefined && (await isDeviceToken(on, secretHash(brought)))
  const token = isOurs ? brought : newToken()
  const isNew = await upsertDevice(on, userId, secretHash(token), now)
  const known = isNew && isNews && (await insertDeviceSql(on, userId))
  if (known && isNewsToOwner(known, now)) {
    const seen = { ...parseUserAgent(ctx.userAgent), at: now.toISOString() }
    await ctx.jobs.send(on, 'mail_new_browser', { userId, ...seen })
  }
  return token
}

/** The token of a browser that signed in to some account before, else null. */
export async function findDevice(ctx: App & Asking): Promise<string | null> {
  const token = ctx.cookies.get(DEVICE_COOKIE)
  return token && (await isDeviceToken(ctx.db, secretHash(token))) ? token : null
}

/** The token of a browser that signed in to the account with this address (lower case) before, else null. */
export async function findKnownDevice(ctx: App & Asking, email: string): Promise<string | null> {
  const token = ctx.cookies.get(DEVICE_COOKIE)
  return token && (await isKnownDevice(ctx.db, secretHash(token), email)) ? token : null
}
