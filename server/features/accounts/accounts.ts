/** What other features may do with accounts themselves: sign-up makes, finds and confirms them. */
export {
  accountByEmail,
  accountHolding,
  confirmAddress,
  contestAccount,
  insertAccount,
  keepsPassword,
  type Account,
} from './accounts.queries.ts'
export { isDeclined } from './sessions/admission.queries.ts'
export { deleteTokens, isCode, takeCode, takeToken } from './tokens.queries.ts'
