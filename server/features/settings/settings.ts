/** What other features may use of this one. */
export { readSettings, updateSettings } from './settings.queries.ts'
export { clubSettings } from './settings.service.ts'
