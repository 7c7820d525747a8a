import * as auth from '#contract/auth.ts'
import * as live from '#contract/live.ts'
import * as posts from '#contract/posts.ts'
import * as profiles from '#contract/profiles.ts'
import * as review from '#contract/review.ts'
import * as rooms from '#contract/rooms.ts'
import * as verification from '#contract/verification.ts'
import { confirmEmail, resendConfirmation } from './features/auth/confirmation.service.ts'
import { logIn } from './features/auth/login.service.ts'
import { prove } from './features/auth/proof.service.ts'
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
import { followClub } from './features/live/live.service.ts'
import { createPost, listPosts } from './features/posts/posts.service.ts'
import { addPhoto, getPhoto, orderPhotos, removePhoto } from './features/profiles/photos.service.ts'
import { getMember, getProfile, saveProfile } from './features/profiles/profiles.service.ts'
import { enterRoom, leaveRoom, listRooms } from './features/rooms/rooms.service.ts'
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

/** Every call the server answers, and the function that answers it. Start reading here. */
export const routes = [
  ...answers(auth, {
    getSession,
    signUp,
    logIn,
    logOut,
    logOutEverywhere,
    resendConfirmation,
    confirmEmail,
    requestPasswordReset,
    openRecovery,
    setPassword,
    setLanguage,
  }),
  ...answers(rooms, { listRooms, enterRoom, leaveRoom }),
  ...answers(posts, { listPosts, createPost }, { fromMemory: ['listPosts', 'createPost'] }),
  ...answers(profiles, {
    getProfile,
    saveProfile,
    addPhoto,
    orderPhotos,
    removePhoto,
    getMember,
    getPhoto,
  }),
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
    prove,
  }),
  ...answers(live, { followClub }),
]
