/** The desk reminds its staff; which appeals are late is known here. */
export { takeOverdue } from './appeals.queries.ts'
