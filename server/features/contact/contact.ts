/** What other features may use of this one. */
export { forgetMessages } from './contact.service.ts'
export { forgetSender } from './contact.queries.ts'
