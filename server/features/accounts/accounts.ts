/** What other features may use of this one. */
export {
  type Account,
  accountByEmail,
  accountHolding,
  accountById,
  confirmAddress,
  contestAccount,
  insertAccount,
  keepsPassword,
} from './accounts.queries.ts'
export { forgetBannedAddresses, forgetSuspendedAddresses, isKeptOut } from './bans/bans.queries.ts'
export {
  filterBanned as bannedAmong,
  forgetBans,
  isHeldAtDoor,
  keepBannedAddresses,
} from './bans/bans.service.ts'
export { forgetOlderKeys } from './bans/olderKeys.service.ts'
export { revokeAllAccess, deleteForGood, noteWarned } from './leaving.queries.ts'
export { accountMail, findMailLanguage, mailAccountNews } from './accounts.mails.ts'
export { endWeakProofs, proofRefusal } from './reauthentication/reauthentication.service.ts'
export {
  listAddresses,
  resetSuspension,
  restrictAccount,
  suspendAccount,
} from './restriction.queries.ts'
export { admitAccounts, isDeclined } from './sessions/admission.queries.ts'
export { deleteMemberSessions, isSessionOpenSql } from './sessions/sessions.queries.ts'
export {
  giveSession,
  leaveBrowser,
  type OpenedSession,
  openSession,
} from './sessions/sessions.service.ts'
export { cleanUp } from './settings/cleanup.service.ts'
export { mayMoveBack } from './settings/email.undo.queries.ts'
export { deleteTokens, isCode, takeCode, takeToken } from './tokens.queries.ts'
