/** What other features may use of this one. */
export { type PaceWaits, paceRefusal, sameText } from './contentRules.policy.ts'
export { isUnpaced, paceWaits, pacing } from './contentRules.queries.ts'
export {
  profileProblem,
  type RateKeys,
  rejectBlockedContent,
  rejectBlockedWords,
  toRateKeys,
} from './contentRules.service.ts'
