// Every call about one's own account, data and rights, and the function that answers it.
import * as factors from '#contract/accounts/secondFactor.ts'
import * as mine from '#contract/privacy/ownData.ts'
import * as requests from '#contract/privacy/dataRequests.ts'
import * as security from '#contract/accounts/security.ts'
import {
  abandonEmailChange,
  confirmEmailChange,
  requestEmailChange,
} from '#server/features/accounts/settings/email.service.ts'
import { undoEmailChange } from '#server/features/accounts/settings/email.undo.service.ts'
import { listLogIns } from '#server/features/accounts/login/logIns.service.ts'
import { changePassword } from '#server/features/accounts/login/password.service.ts'
import {
  logInWithPasskey,
  startPasskeyLogIn,
} from '#server/features/accounts/login/passkeyLogIn.service.ts'
import {
  addPasskey,
  removePasskey,
  renamePasskey,
  startPasskey,
} from '#server/features/accounts/second-factor/passkeys/passkeys.service.ts'
import {
  logInWithFactor,
  startSecondFactor,
} from '#server/features/accounts/login/pending.service.ts'
import { mailProof } from '#server/features/accounts/reauthentication/reauthentication.codes.ts'
import {
  prove,
  startPasskeyProof,
} from '#server/features/accounts/reauthentication/reauthentication.service.ts'
import { renewRecoveryCodes } from '#server/features/accounts/second-factor/recoveryCodes.service.ts'
import { getSecurity } from '#server/features/accounts/settings/security.service.ts'
import {
  endMemberSessions,
  endOtherSessions,
  endSession,
  listSessions,
} from '#server/features/accounts/settings/sessions.list.service.ts'
import {
  confirmTotp,
  removeTotp,
  startTotp,
} from '#server/features/accounts/second-factor/totp.service.ts'
import { foreseeDeletion } from '#server/features/admin/roles.service.ts'
import { deleteAccount, undoDeletion } from '#server/features/privacy/deletion/deletion.service.ts'
import { listRetention } from '#server/features/privacy/retention/retention.service.ts'
import {
  fetchExport,
  getExport,
  openExport,
  requestExport,
} from '#server/features/privacy/export/export.service.ts'
import {
  listDocumentViews,
  listLooks,
  listSentMails,
} from '#server/features/privacy/requests/ownData.service.ts'
import {
  answerRequest,
  extendRequest,
  listRequests,
  restrictProcessing,
} from '#server/features/privacy/requests/requests.desk.ts'
import { listOwnRequests, makeRequest } from '#server/features/privacy/requests/requests.service.ts'
import { answers } from '#server/platform/http/route.ts'

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
    listLogIns,
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
    listLooks,
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
