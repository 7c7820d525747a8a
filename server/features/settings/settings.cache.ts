import type { App } from '#server/platform/context.ts'
import { perApp } from '#server/platform/database/events.ts'
import { CachedQuery } from '#server/platform/database/cachedQuery.ts'
import { readSettings } from './settings.queries.ts'

/** What admins have set. */
export const getSettingsCache = perApp(
  (app: Pick<App, 'config' | 'db' | 'bus' | 'now'>) =>
    new CachedQuery(app, 'settings_changed', () => readSettings(app.db, app.config)),
)
