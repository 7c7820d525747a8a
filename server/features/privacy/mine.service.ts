import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/mine.ts'
import type { Handler } from '#server/platform/route.ts'
import { documentViews, sentMails } from './mine.queries.ts'

const DAY_MS = 86_400_000

export const listDocumentViews: Handler<typeof contract.listDocumentViews> = async ({
  db,
  viewer,
}) => ({ views: await documentViews(db, viewer.userId) })

export const listSentMails: Handler<typeof contract.listSentMails> = async ({
  db,
  now,
  viewer,
}) => {
  const since = new Date(now().getTime() - limits.mailsShownDays * DAY_MS)
  return { mails: await sentMails(db, viewer.userId, since) }
}
