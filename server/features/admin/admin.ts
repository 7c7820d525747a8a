/** What other features may use of this one. */
export { endRoles } from './roles.service.ts'
