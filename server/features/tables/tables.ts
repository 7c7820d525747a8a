/** What other features may use of this one. */
export { emptyMessage } from './messages.queries.ts'
export { readTableRange } from './messages.service.ts'
export { holdMessage, isUnchanged } from './reported.queries.ts'
export { readReported, refillMessage } from './reported.service.ts'
export { openStored, type SealedMessage, tableKeys } from './tables.keys.ts'
export { pushMessages, sendMessagePush } from './push/tables.push.ts'
export { sweepTables } from './tables.sweep.ts'
