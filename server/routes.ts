import * as auth from '#contract/auth.ts'
import * as billing from '#contract/billing.ts'
import * as consent from '#contract/consent.ts'
import * as contact from '#contract/contact.ts'
import * as declarations from '#contract/declarations.ts'
import * as door from '#contract/door.ts'
import * as invites from '#contract/invites.ts'
import * as live from '#contract/live.ts'
import * as money from '#contract/money.ts'
import * as photos from '#contract/photos.ts'
import * as posts from '#contract/posts.ts'
import * as profiles from '#contract/profiles.ts'
import * as recovery from '#contract/recovery.ts'
import * as review from '#contract/review.ts'
import * as rooms from '#contract/rooms.ts'
import * as safety from '#contract/safety.ts'
import * as signup from '#contract/signup.ts'
import * as verification from '#contract/verification.ts'
import * as waitlist from '#contract/waitlist.ts'
import { confirmEmail, resendConfirmation } from './features/auth/confirmation.service.ts'
import { logIn } from './features/auth/login.service.ts'
import {
  openRecovery,
  requestPasswordReset,
  setPassword,
} from './features/auth/recovery.service.ts'
import {
  getSession,
  logOut,
  logOutEverywhere,
  setLanguage,
} from './features/auth/sessions.service.ts'
import { signUp } from './features/auth/signup.service.ts'
import { acceptPrice, cancelSubscription, getBilling } from './features/billing/billing.service.ts'
import { disputeDeclaration } from './features/billing/declarations.disputes.ts'
import { declareCancellation, declareWithdrawal } from './features/billing/declarations.service.ts'
import { exportLedger } from './features/billing/export.service.ts'
import { settleDeclaration } from './features/billing/money.declarations.ts'
import { readInvoice } from './features/billing/invoices.service.ts'
import { refundPayment, retryRefund } from './features/billing/money.refunds.ts'
import {
  getMoneyFigures,
  listDeclarations,
  listRefunds,
  listSubscriptions,
} from './features/billing/money.service.ts'
import {
  abandonOrder,
  mintIntent,
  placeOrder,
  readOrder,
} from './features/billing/orders.service.ts'
import { receiveWebhook } from './features/billing/webhooks.service.ts'
import { giveConsent, listConsents, withdrawConsent } from './features/consent/consent.service.ts'
import { logCookieChoice } from './features/consent/cookieChoices.service.ts'
import {
  answerMessage,
  listMessages,
  sendMessage,
  sendNotice,
} from './features/contact/contact.service.ts'
import { confirmNotice } from './features/contact/confirming.service.ts'
import { admit, decline, getDoor, listWaiting, setDoor } from './features/door/door.service.ts'
import { getOwnPlace, redeemInvite } from './features/door/place.service.ts'
import {
  confirmWaitlist,
  getWaitlist,
  joinWaitlist,
  leaveWaitlist,
  unsubscribe,
} from './features/door/waitlist.service.ts'
import {
  createInvitation,
  listInvitations,
  revokeInvitation,
  showToInviter,
} from './features/invites/invites.service.ts'
import {
  getBranch,
  issueInvitation,
  listIssued,
  revokeIssued,
} from './features/invites/issuing.service.ts'
import { checkInvite } from './features/invites/redeeming.service.ts'
import { followClub } from './features/live/live.service.ts'
import { listAnswers } from './features/posts/answers.service.ts'
import { deletePost, editPost } from './features/posts/changes.service.ts'
import { findPeople } from './features/posts/people.service.ts'
import { createPost, listPosts } from './features/posts/posts.service.ts'
import { addPhoto, getPhoto, orderPhotos, removePhoto } from './features/profiles/photos.service.ts'
import { getMember, getProfile, saveProfile } from './features/profiles/profiles.service.ts'
import { keepRooms } from './features/rooms/dormancy.service.ts'
import { enterRoom, leaveRoom, listRooms, muteRoom } from './features/rooms/rooms.service.ts'
import {
  blockMember,
  hidePost,
  listBlocks,
  showAllPosts,
  showPost,
  unblockMember,
} from './features/safety/safety.service.ts'
import {
  decideSubmission,
  getSubmission,
  listSubmissions,
} from './features/verification/review.service.ts'
import { getImage, openImage } from './features/verification/viewing.service.ts'
import { stageFile } from './features/verification/staging.service.ts'
import {
  getVerification,
  submitVerification,
  withdrawVerification,
} from './features/verification/verification.service.ts'
import { answers } from './platform/route.ts'
import { bellRoutes } from './routes.bell.ts'
import { houseRoutes } from './routes.house.ts'
import { mineRoutes } from './routes.mine.ts'
import { presenceRoutes } from './routes.presence.ts'
import { safetyRoutes } from './routes.safety.ts'
import { pacingRoutes } from './routes.pacing.ts'

/** Every call the server answers, and the function that answers it. Start reading here. */
export const routes = [
  ...answers(auth, {
    getSession,
    logIn,
    logOut,
    logOutEverywhere,
    resendConfirmation,
    confirmEmail,
    requestPasswordReset,
    setLanguage,
  }),
  ...answers(signup, { signUp }),
  ...answers(recovery, { openRecovery, setPassword }),
  ...answers(consent, { logCookieChoice, listConsents, giveConsent, withdrawConsent }),
  ...answers(rooms, { listRooms, enterRoom, leaveRoom, muteRoom, keepRooms }),
  ...answers(
    posts,
    { listPosts, createPost, editPost, deletePost, findPeople, listAnswers },
    { fromMemory: ['listPosts', 'createPost', 'findPeople', 'listAnswers'] },
  ),
  ...answers(profiles, { getProfile, saveProfile, getMember }),
  ...answers(photos, { addPhoto, orderPhotos, removePhoto, getPhoto }),
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
    getOwnPlace,
  }),
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
    hidePost,
    showPost,
    showAllPosts,
  }),
  ...mineRoutes,
  ...bellRoutes,
  ...presenceRoutes,
  ...safetyRoutes,
  ...houseRoutes,
  ...pacingRoutes,
  ...answers(live, { followClub }),
]
