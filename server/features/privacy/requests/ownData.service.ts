import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/privacy/ownData.ts'
import { DAY_MS } from '#server/platform/lists/calendar.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { documentViews, readLooks, readSentMails } from './ownData.queries.ts'

export const listDocumentViews: Handler<typeof contract.listDocumentViews> = async ({
  db,
  viewer,
}) => ({ views: await documentViews(db, viewer.userId) })

export const listLooks: Handler<typeof contract.listLooks> = async ({ db, viewer }) => ({
  looks: await readLooks(db, viewer.userId),
})

export const listSentMails: Handler<typeof contract.listSentMails> = async ({
  db,
  now,
  viewer,
}) => {
  const since = new Date(now().getTime() - limits.mailsShownDays * DAY_MS)
  return { mails: await readSentMails(db, viewer.userId, since) }
}
