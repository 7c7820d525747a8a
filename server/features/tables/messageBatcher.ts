import type { App } from '#server/platform/context.ts'
import { Batcher } from '#server/platform/database/batcher.ts'
import { perApp } from '#server/platform/database/events.ts'
import { insertMessages, type NewMessage } from './messages.queries.ts'

/** Stores messages, those that come together in one statement. */
export const getMessageBatcher = perApp(
  (app: Pick<App, 'config' | 'db' | 'bus' | 'strongbox'>) =>
    new Batcher({
      db: app.db,
      listening: () => app.bus.sql,
      insert: (on, messages: readonly NewMessage[]) => insertMessages(app, on, messages),
    }),
)
