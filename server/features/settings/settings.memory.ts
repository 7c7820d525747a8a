import type { App } from '#server/platform/context.ts'
import { onePerHub } from '#server/platform/database/events.ts'
import { Remembered } from '#server/platform/limits/remembered.ts'
import { readSettings } from './settings.queries.ts'

/** What admins have set. */
export const memoryOf = onePerHub(
  (app: Pick<App, 'config' | 'db' | 'hub' | 'now'>) =>
    new Remembered(app, 'settings_changed', () => readSettings(app.db, app.config)),
)
