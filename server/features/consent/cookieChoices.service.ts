import type * as contract from '#contract/consent/consent.ts'
import { cookieBanner } from '#contract/consent/cookieBanner.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { bannerHash } from './consent.texts.ts'
import { insertCookieChoice } from './cookieChoices.queries.ts'

/** Whose decision it is says the session alone; a browser does not get to say it. */
export const logCookieChoice: Handler<typeof contract.logCookieChoice> = async (ctx, { body }) => {
  const { bannerVersion, ...choice } = body
  const hash = bannerHash(bannerVersion)
  // a visitor who answered another version of the banner is asked again anyway
  if (!hash) return ctx.refuse('version_outdated', { version: cookieBanner.version })
  await ctx.enforceLimits()
  await insertCookieChoice(ctx.db, {
    ...choice,
    userId: ctx.viewer?.userId ?? null,
    policyVersion: bannerVersion,
    bannerHash: hash,
    userAgent: ctx.userAgent,
    at: ctx.now(),
  })
  return { done: true }
}
