import * as auth from '#contract/auth.ts'
import * as live from '#contract/live.ts'
import * as posts from '#contract/posts.ts'
import * as rooms from '#contract/rooms.ts'
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
import { followClub } from './features/live/live.service.ts'
import { createPost, listPosts } from './features/posts/posts.service.ts'
import { enterRoom, leaveRoom, listRooms } from './features/rooms/rooms.service.ts'
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
  ...answers(live, { followClub }),
]
