/** What other features may use of this one. */
export { readTableRange } from './messages.service.ts'
export { openStored, type SealedMessage, tableKeys } from './tables.keys.ts'
export { sweepTables } from './tables.sweep.ts'
