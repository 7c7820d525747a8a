import type * as contract from '#contract/contact.ts'
import { trustNotice } from '#server/features/moderation/moderation.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { secretHash } from '#server/platform/vault/secrets.ts'
import { takeNoticeLink } from './notices.queries.ts'

/** The link proves that its holder reads the mails of that address; an unconfirmed notice counts like any other. */
export const confirmNotice: Handler<typeof contract.confirmNotice> = async (ctx, { body }) => {
  await ctx.db.transaction(async (tx) => {
    const taken = await takeNoticeLink(tx, secretHash(body.token), ctx.now())
    if (!taken) return ctx.refuse('invalid_link')
    await trustNotice(tx, { noticeId: taken.id, email: taken.email })
  })
  return { done: true }
}
