/** What other features may use of this one. */
export { contentStanding } from './consent.queries.ts'
export { acceptTerms, forgetConsents } from './consent.service.ts'
