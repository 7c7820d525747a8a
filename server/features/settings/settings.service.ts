import type { App } from '#server/platform/context.ts'
import { getSettingsCache } from './settings.cache.ts'
import type { StoredSettings } from './settings.queries.ts'

/** What admins have set, as this process remembers it: for screens, where a moment does not matter. */
export const clubSettings = (
  app: Pick<App, 'config' | 'db' | 'bus' | 'now'>,
): Promise<StoredSettings> => getSettingsCache(app).get()
