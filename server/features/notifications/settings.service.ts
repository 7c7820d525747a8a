import type * as contract from '#contract/notifications/notifications.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { readPushKey } from '#server/features/notifications/push/push.keys.ts'
import { asBrowser } from '#server/features/notifications/push/push.policy.ts'
import { listBrowsers } from '#server/features/notifications/push/push.queries.ts'
import { UNSAID } from './settings.policy.ts'
import { findSettings, saveSettings } from './settings.queries.ts'

export const getNotifications: Handler<typeof contract.getNotifications> = async (ctx) => {
  const { userId, sessionId } = ctx.viewer
  const [settings, browsers, { publicKey }] = await Promise.all([
    findSettings(ctx.db, userId),
    listBrowsers(ctx.db, userId),
    readPushKey(ctx),
  ])
  return {
    settings: settings ?? UNSAID,
    browsers: browsers.map((browser) => asBrowser(browser, sessionId)),
    pushKey: publicKey.toString('base64url'),
  }
}

export const saveNotifications: Handler<typeof contract.saveNotifications> = (ctx, { body }) =>
  saveSettings(ctx.db, ctx.viewer.userId, body, UNSAID)
