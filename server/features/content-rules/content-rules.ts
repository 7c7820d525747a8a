/** What other features may use of this one. */
export { isUnpaced, pacing } from './contentRules.queries.ts'
export {
  explainRateLimit,
  profileProblem,
  type RateKeys,
  rejectBlockedContent,
  toRateKeys,
} from './contentRules.service.ts'
