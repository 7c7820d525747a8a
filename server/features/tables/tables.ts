/** What other features may use of this one. */
export { readTableRange } from './messages.service.ts'
export { tableKeys } from './tables.keys.ts'
