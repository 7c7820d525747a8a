/** What other features may use of this one. */
export { isUnpaced, pacing } from './pacing.queries.ts'
export {
  explainRateLimit,
  profileProblem,
  type RateKeys,
  rejectBlockedContent,
  toRateKeys,
} from './pacing.service.ts'
