import { pages } from '#contract/pages.ts'
import {
  listNewsSpan,
  mayNotify,
  queuePush,
  pushToBrowser,
} from '#server/features/notifications/notifications.ts'
import type { App } from '#server/platform/context.ts'
import type { JobData } from '#server/platform/jobs/jobs.data.ts'
import { hasNews, listDue, takeTables } from './push.queries.ts'

/**
 * Once a minute, as with the bell: a member with unread messages gets a push, once a table until they read
 * there. Messages of a muted member are marked as handled without a push, now or later.
 */
export async function pushMessages(app: App): Promise<void> {
  const span = listNewsSpan(app.now())
  for (const { userId } of await listDue(app.db, span)) {
    if (!(await mayNotify(app, userId))) continue
    await app.db.transaction(async (tx) => {
      for (const { tableId } of await takeTables(tx, userId, span))
        if (await hasNews(tx, tableId, userId))
          await queuePush(app, tx, 'send_message_push', { userId, tableId })
    })
  }
}

/** Neither who wrote nor what: where it leads is a table's number, which says nothing to anybody else. */
export const sendMessagePush = (
  app: App,
  { tableId, ...to }: JobData['send_message_push'],
): Promise<void> =>
  pushToBrowser(app, to, async ({ reader, text, settings }) => {
    if (!reader.isLooking || !(await hasNews(app.db, tableId, reader.userId))) return null
    return {
      body: text(settings.showsContent ? 'push.message' : 'push.news'),
      path: pages.table.path.replace(':id', tableId),
    }
  })
