/** What other features may use of this one. */
export { hasRole, takeChanges } from './roles.queries.ts'
export { endRoles, noteDropped } from './roles.service.ts'
