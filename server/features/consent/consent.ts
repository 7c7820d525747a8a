/** What other features may use of this one. */
export { contentStandingSql } from './consent.queries.ts'
export { acceptTerms, forgetConsents } from './consent.service.ts'
