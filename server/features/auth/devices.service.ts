import type { App, Asking } from '#server/platform/context.ts'
import type { Sql } from '#server/platform/database.ts'
import { newToken, secretHash } from '#server/platform/secrets.ts'
import { isDeviceToken, isKnownDevice, upsertDevice } from './devices.queries.ts'

/** Names the browser, not the account: it opens nothing, it only spares its owner the attackers' limit. */
export const DEVICE_COOKIE = 'device'

/** Notes that this browser signed in to the account, and answers the token it is known by. */
export async function rememberDevice(ctx: App & Asking, on: Sql, userId: string): Promise<string> {
  const brought = ctx.cookies.get(DEVICE_COOKIE)
  const isOurs = brought !== undefined && (await isDeviceToken(on, secretHash(brought)))
  const token = isOurs ? brought : newToken()
  await upsertDevice(on, userId, secretHash(token), ctx.now())
  return token
}

/** The token of a browser that signed in to the account with this address (lower case) before, else null. */
export async function knownDevice(ctx: App & Asking, email: string): Promise<string | null> {
  const token = ctx.cookies.get(DEVICE_COOKIE)
  return token && (await isKnownDevice(ctx.db, secretHash(token), email)) ? token : null
}
