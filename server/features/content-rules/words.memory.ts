import type { App } from '#server/platform/context.ts'
import { onePerHub } from '#server/platform/database/events.ts'
import { Remembered } from '#server/platform/limits/remembered.ts'
import { readWords } from './words.queries.ts'
import { wordKey } from './words.policy.ts'

/** The keys of the blocked words: every post asks for them. */
export const wordsOf = onePerHub(
  (app: Pick<App, 'db' | 'hub' | 'now'>) =>
    new Remembered<ReadonlySet<string>>(
      app,
      'settings_changed',
      async () => new Set((await readWords(app.db)).map(({ word }) => wordKey(word))),
    ),
)
