import type { App } from '#server/platform/context.ts'
import { perApp } from '#server/platform/database/events.ts'
import { CachedQuery } from '#server/platform/database/cachedQuery.ts'
import { readWords } from './words.queries.ts'
import { wordKey } from './words.policy.ts'

/** The keys of the blocked words: every post asks for them. */
export const getBlockedWords = perApp(
  (app: Pick<App, 'db' | 'bus' | 'now'>) =>
    new CachedQuery<ReadonlySet<string>>(
      app,
      'settings_changed',
      async () => new Set((await readWords(app.db)).map(({ word }) => wordKey(word))),
    ),
)
