/** What other features may use of this one. */
export { isUrgentSql } from './requests/requests.queries.ts'
export { retentionWarnings } from './retention/retention.service.ts'
