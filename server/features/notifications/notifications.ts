/** What other features may use of this one. */
export { findReader } from './notices.readers.ts'
export { listNewsSpan, mayNotify, queuePush, pushToBrowser } from './push/push.sending.ts'
export {
  countUnreadNotices,
  forgetBell,
  withdrawNotices,
  ring,
  settleAnswered,
  settleDecisions,
  settleSeen,
} from './notices.service.ts'
