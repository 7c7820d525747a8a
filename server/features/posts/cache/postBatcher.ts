import type { App } from '#server/platform/context.ts'
import { Batcher } from '#server/platform/database/batcher.ts'
import { perApp } from '#server/platform/database/events.ts'
import { insertPosts, type NewPost } from '#server/features/posts/posts.queries.ts'

/** Stores posts, those that come together in one statement. */
export const getPostBatcher = perApp(
  (app: Pick<App, 'config' | 'db' | 'bus' | 'strongbox'>) =>
    new Batcher({
      db: app.db,
      listening: () => app.bus.sql,
      insert: (on, posts: readonly NewPost[]) => insertPosts(app, on, posts),
    }),
)
