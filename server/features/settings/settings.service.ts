import type { App } from '#server/platform/context.ts'
import { perApp } from '#server/platform/database/events.ts'
import { CachedQuery } from '#server/platform/database/cachedQuery.ts'
import { type StoredSettings, readSettings } from './settings.queries.ts'

/** What admins have set, as this process remembers it: for screens, where a moment does not matter. */
export const clubSettings = (
  app: Pick<App, 'config' | 'db' | 'bus' | 'now'>,
): Promise<StoredSettings> => getSettingsCache(app).get()

/** What admins have set. */
const getSettingsCache = perApp(
  (app: Pick<App, 'config' | 'db' | 'bus' | 'now'>) =>
    new CachedQuery(app, 'settings_changed', () => readSettings(app.db, app.config)),
)
