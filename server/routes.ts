// Every call the server answers, and the function that answers it. Start reading here.
import * as auth from '#contract/accounts/auth.ts'
import * as session from '#contract/accounts/session.ts'
import * as avoidedAddresses from '#contract/members/avoidedAddresses.ts'
import * as billing from '#contract/billing/billing.ts'
import * as consent from '#contract/consent/consent.ts'
import * as contact from '#contract/contact.ts'
import * as declarations from '#contract/billing/declarations.ts'
import * as door from '#contract/admission/admission.ts'
import * as invites from '#contract/admission/invitations.ts'
import * as live from '#contract/live.ts'
import * as money from '#contract/billing/backOffice.ts'
import * as naming from '#contract/posts/naming.ts'
import * as ownPhotos from '#contract/members/ownPhotos.ts'
import * as ownPlace from '#contract/admission/ownPlace.ts'
import * as ownPosts from '#contract/posts/ownPosts.ts'
import * as photos from '#contract/members/photos.ts'
import * as posts from '#contract/posts/posts.ts'
import * as storedPosts from '#contract/posts/storedPosts.ts'
import * as profiles from '#contract/members/profiles.ts'
import * as recovery from '#contract/accounts/recovery.ts'
import * as replies from '#contract/posts/replies.ts'
import * as review from '#contract/verification/review.ts'
import * as rooms from '#contract/rooms/rooms.ts'
import * as safety from '#contract/members/blocks.ts'
import * as hiding from '#contract/members/hiding.ts'
import * as mutes from '#contract/members/mutes.ts'
import * as notes from '#contract/members/notes.ts'
import * as signup from '#contract/admission/signup.ts'
import * as verification from '#contract/verification/verification.ts'
import * as waitlist from '#contract/admission/waitlist.ts'
import {
  confirmEmail,
  resendConfirmation,
} from '#server/features/admission/sign-up/confirmation.service.ts'
import { logIn } from '#server/features/accounts/login/login.service.ts'
import {
  openRecovery,
  requestPasswordReset,
  setPassword,
} from '#server/features/accounts/login/recovery.service.ts'
import {
  getSession,
  logOut,
  logOutEverywhere,
  setLanguage,
} from '#server/features/accounts/sessions/sessions.service.ts'
import { signUp } from '#server/features/admission/sign-up/signup.service.ts'
import {
  acceptPrice,
  cancelSubscription,
  getBilling,
} from '#server/features/billing/orders/billing.service.ts'
import { disputeDeclaration } from '#server/features/billing/declarations/declarations.disputes.ts'
import {
  declareCancellation,
  declareWithdrawal,
} from '#server/features/billing/declarations/declarations.service.ts'
import { exportLedger } from '#server/features/billing/back-office/export.service.ts'
import { settleDeclaration } from '#server/features/billing/back-office/backOffice.declarations.ts'
import { readInvoice } from '#server/features/billing/ledger/invoices.service.ts'
import {
  refundPayment,
  retryRefund,
} from '#server/features/billing/back-office/backOffice.refunds.ts'
import {
  getMoneyFigures,
  listDeclarations,
  listRefunds,
  listSubscriptions,
} from '#server/features/billing/back-office/backOffice.service.ts'
import {
  abandonOrder,
  mintIntent,
  placeOrder,
  readOrder,
} from '#server/features/billing/orders/orders.service.ts'
import { receiveWebhook } from '#server/features/billing/webhooks/webhooks.service.ts'
import { giveConsent, listConsents, withdrawConsent } from './features/consent/consent.service.ts'
import { logCookieChoice } from './features/consent/cookieChoices.service.ts'
import {
  answerMessage,
  listMessages,
  sendMessage,
  sendNotice,
  confirmNotice,
} from './features/contact/contact.service.ts'
import {
  admit,
  decline,
  getDoor,
  listWaiting,
  setDoor,
} from '#server/features/admission/waitlist/admission.service.ts'
import { getOwnPlace, redeemInvite } from '#server/features/admission/waitlist/place.service.ts'
import {
  confirmWaitlist,
  getWaitlist,
  joinWaitlist,
  leaveWaitlist,
  unsubscribe,
} from '#server/features/admission/waitlist/waitlist.service.ts'
import {
  createInvitation,
  listInvitations,
  revokeInvitation,
  showToInviter,
} from '#server/features/admission/invitations/invitations.service.ts'
import {
  getBranch,
  issueInvitation,
  listIssued,
  revokeIssued,
} from '#server/features/admission/invitations/issuing.service.ts'
import { checkInvite } from '#server/features/admission/invitations/redeeming.service.ts'
import { followClub } from './features/live/live.service.ts'
import { getQuestion, listAnswers } from './features/posts/answers/answers.service.ts'
import { deletePost, editPost } from './features/posts/changes.service.ts'
import { findPeople } from './features/posts/people/naming.service.ts'
import { createPost, findStored, listPosts } from './features/posts/posts.service.ts'
import { listReplies } from './features/posts/thread/thread.service.ts'
import {
  addPhoto,
  getPhoto,
  orderPhotos,
  removePhoto,
} from '#server/features/members/photos.service.ts'
import { getMember, getProfile, saveProfile } from '#server/features/members/profiles.service.ts'
import { keepRooms } from './features/rooms/dormancy.service.ts'
import { enterRoom, leaveRoom, listRooms, muteRoom } from './features/rooms/rooms.service.ts'
import {
  avoidAddress,
  findAvoidedAddress,
  listAvoidedAddresses,
  removeAvoidedAddress,
} from '#server/features/members/blocks/avoided.service.ts'
import {
  blockMember,
  hidePost,
  listBlocks,
  showAllPosts,
  showPost,
  unblockMember,
} from '#server/features/members/blocks/blocks.service.ts'
import { getNote, saveNote } from '#server/features/members/notes/notes.service.ts'
import { muteMember, unmuteMember } from '#server/features/members/mutes/mutes.service.ts'
import {
  decideSubmission,
  getSubmission,
  listSubmissions,
} from '#server/features/verification/review/review.service.ts'
import { getImage, openImage } from '#server/features/verification/review/viewing.service.ts'
import { stageFile } from './features/verification/staging.service.ts'
import {
  getVerification,
  submitVerification,
  withdrawVerification,
} from './features/verification/verification.service.ts'
import { answers } from '#server/platform/http/route.ts'
import { bellRoutes } from '#server/routes/routes.bell.ts'
import { houseRoutes } from '#server/routes/routes.house.ts'
import { mineRoutes } from '#server/routes/routes.mine.ts'
import { presenceRoutes } from '#server/routes/routes.presence.ts'
import { safetyRoutes } from '#server/routes/routes.safety.ts'
import { pacingRoutes } from '#server/routes/routes.pacing.ts'
import { tableRoutes } from '#server/routes/routes.tables.ts'

export const routes = [
  ...answers(session, { getSession, logOut, logOutEverywhere, setLanguage }),
  ...answers(auth, { logIn, resendConfirmation, confirmEmail, requestPasswordReset }),
  ...answers(signup, { signUp }),
  ...answers(recovery, { openRecovery, setPassword }),
  ...answers(consent, { logCookieChoice, listConsents, giveConsent, withdrawConsent }),
  ...answers(rooms, { listRooms, enterRoom, leaveRoom, muteRoom, keepRooms }),
  ...answers(
    posts,
    { listPosts, createPost, listAnswers, getQuestion },
    { fromMemory: ['listPosts', 'createPost', 'listAnswers'] },
  ),
  ...answers(storedPosts, { findStored }, { fromMemory: ['findStored'] }),
  ...answers(replies, { listReplies }, { fromMemory: ['listReplies'] }),
  ...answers(ownPosts, { editPost, deletePost }),
  ...answers(naming, { findPeople }, { fromMemory: ['findPeople'] }),
  ...answers(profiles, { getProfile, saveProfile, getMember }),
  ...answers(ownPhotos, { addPhoto, orderPhotos, removePhoto }),
  ...answers(photos, { getPhoto }, { fromMemory: ['getPhoto'] }),
  ...answers(verification, {
    getVerification,
    stageFile,
    submitVerification,
    withdrawVerification,
  }),
  ...answers(review, {
    listSubmissions,
    getSubmission,
    openImage,
    getImage,
    decideSubmission,
  }),
  ...answers(waitlist, {
    getWaitlist,
    joinWaitlist,
    confirmWaitlist,
    leaveWaitlist,
    unsubscribe,
  }),
  ...answers(invites, {
    checkInvite,
    redeemInvite,
    listInvitations,
    createInvitation,
    revokeInvitation,
    showToInviter,
  }),
  ...answers(ownPlace, { getOwnPlace }),
  ...answers(door, {
    getDoor,
    setDoor,
    listWaiting,
    admit,
    decline,
    listIssued,
    issueInvitation,
    revokeIssued,
    getBranch,
  }),
  ...answers(contact, { sendMessage, sendNotice, confirmNotice, listMessages, answerMessage }),
  ...answers(billing, {
    getBilling,
    mintIntent,
    placeOrder,
    readOrder,
    abandonOrder,
    cancelSubscription,
    acceptPrice,
    readInvoice,
    receiveWebhook,
  }),
  ...answers(declarations, { declareCancellation, declareWithdrawal, disputeDeclaration }),
  ...answers(money, {
    listSubscriptions,
    listRefunds,
    refundPayment,
    retryRefund,
    listDeclarations,
    settleDeclaration,
    getMoneyFigures,
    exportLedger,
  }),
  ...answers(safety, {
    blockMember,
    unblockMember,
    listBlocks,
  }),
  ...answers(hiding, { hidePost, showPost, showAllPosts }),
  ...answers(mutes, { muteMember, unmuteMember }),
  ...answers(notes, { getNote, saveNote }),
  ...answers(avoidedAddresses, {
    listAvoidedAddresses,
    avoidAddress,
    findAvoidedAddress,
    removeAvoidedAddress,
  }),
  ...mineRoutes,
  ...bellRoutes,
  ...presenceRoutes,
  ...safetyRoutes,
  ...houseRoutes,
  ...pacingRoutes,
  ...tableRoutes,
  ...answers(live, { followClub }),
]
