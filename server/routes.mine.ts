import * as factors from '#contract/factors.ts'
import * as mine from '#contract/mine.ts'
import * as requests from '#contract/requests.ts'
import * as security from '#contract/security.ts'
import {
  abandonEmailChange,
  confirmEmailChange,
  requestEmailChange,
} from './features/auth/email.service.ts'
import { undoEmailChange } from './features/auth/email.undo.service.ts'
import { changePassword } from './features/auth/password.service.ts'
import { logInWithPasskey, startPasskeyLogIn } from './features/auth/passkeyLogIn.service.ts'
import {
  addPasskey,
  removePasskey,
  renamePasskey,
  startPasskey,
} from './features/auth/passkeys.service.ts'
import { logInWithFactor, startSecondFactor } from './features/auth/pending.service.ts'
import { mailProof } from './features/auth/proof.codes.ts'
import { prove, startPasskeyProof } from './features/auth/proof.service.ts'
import { renewRecoveryCodes } from './features/auth/recoveryCodes.service.ts'
import { getSecurity } from './features/auth/security.service.ts'
import {
  endMemberSessions,
  endOtherSessions,
  endSession,
  listSessions,
} from './features/auth/sessions.list.service.ts'
import { confirmTotp, removeTotp, startTotp } from './features/auth/totp.service.ts'
import { foreseeDeletion } from './features/house/roles.service.ts'
import { deleteAccount, undoDeletion } from './features/privacy/deletion.service.ts'
import { listRetention } from './features/privacy/retention.service.ts'
import {
  fetchExport,
  getExport,
  openExport,
  requestExport,
} from './features/privacy/export.service.ts'
import { listDocumentViews, listSentMails } from './features/privacy/mine.service.ts'
import {
  answerRequest,
  extendRequest,
  listRequests,
  restrictProcessing,
} from './features/privacy/requests.desk.ts'
import { listOwnRequests, makeRequest } from './features/privacy/requests.service.ts'
import { answers } from './platform/route.ts'

/** Every call about one's own account, data and rights, and the function that answers it. */
export const mineRoutes = [
  ...answers(security, {
    prove,
    mailProof,
    getSecurity,
    changePassword,
    requestEmailChange,
    abandonEmailChange,
    confirmEmailChange,
    undoEmailChange,
    listSessions,
    endSession,
    endOtherSessions,
    endMemberSessions,
  }),
  ...answers(factors, {
    startPasskey,
    addPasskey,
    renamePasskey,
    removePasskey,
    startTotp,
    confirmTotp,
    removeTotp,
    renewRecoveryCodes,
    startPasskeyLogIn,
    logInWithPasskey,
    startSecondFactor,
    logInWithFactor,
    startPasskeyProof,
  }),
  ...answers(mine, {
    getExport,
    requestExport,
    openExport,
    fetchExport,
    listDocumentViews,
    listSentMails,
    foreseeDeletion,
    deleteAccount,
    undoDeletion,
  }),
  ...answers(requests, {
    listOwnRequests,
    makeRequest,
    listRequests,
    extendRequest,
    answerRequest,
    restrictProcessing,
    listRetention,
  }),
]
