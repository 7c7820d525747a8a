import { randomUUID } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/notifications/notifications.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { readPushKey } from './push.keys.ts'
import { asBrowser, pushRefusal } from './push.policy.ts'
import { deleteBrowser, findBrowser, putBrowser } from './push.queries.ts'

export const addPushBrowser: Handler<typeof contract.addPushBrowser> = async (ctx, { body }) => {
  const { userId, sessionId } = ctx.viewer
  const { publicKey: pushKey } = await readPushKey(ctx)
  const browser = {
    id: randomUUID(),
    sessionId,
    endpoint: body.endpoint,
    publicKey: Buffer.from(body.keys.p256dh, 'base64url'),
    authKey: Buffer.from(body.keys.auth, 'base64url'),
    createdAt: ctx.now().toISOString(),
  }
  ctx.refuseIf(pushRefusal(ctx.config, browser))
  await ctx.enforceLimits()
  await ctx.db.transaction((tx) =>
    putBrowser(tx, userId, { ...browser, pushKey }, limits.pushBrowsers),
  )
  return asBrowser(browser, sessionId)
}

export const removePushBrowser: Handler<typeof contract.removePushBrowser> = async (
  ctx,
  { params },
) => {
  const browser = await findBrowser(ctx.db, params.browserId, ctx.viewer.userId)
  if (browser) await deleteBrowser(ctx.db, browser.id)
  return { done: true }
}
