import type { App } from '#server/platform/context.ts'
import { memoryOf } from './settings.memory.ts'
import type { Settings } from './settings.queries.ts'

export { readSettings, updateSettings } from './settings.queries.ts'

/** What admins have set, as this process remembers it: for screens, where a moment does not matter. */
export const clubSettings = (app: Pick<App, 'config' | 'db' | 'hub' | 'now'>): Promise<Settings> =>
  memoryOf(app).get()
