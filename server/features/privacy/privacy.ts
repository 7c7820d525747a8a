/** What other features may use of this one. */
export { retentionWarnings } from './retention/retention.service.ts'
