/** What other features may use of this one. */
export { revokeAllIssued } from './invitations/issuing.queries.ts'
export { forgetInvited } from './invitations/invitations.queries.ts'
export { forgetDoor } from './waitlist/cleanup.service.ts'
export { waitingLine } from './waitlist/admission.service.ts'
export { forgetEntries } from './waitlist/waitlist.queries.ts'
