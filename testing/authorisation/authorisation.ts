import * as auth from '#contract/accounts/auth.ts'
import * as session from '#contract/accounts/session.ts'
import * as consent from '#contract/consent/consent.ts'
import { documentVersions } from '#contract/consent/consentVersions.ts'
import { cookieBanner } from '#contract/consent/cookieBanner.ts'
import * as contact from '#contract/contact.ts'
import * as live from '#contract/live.ts'
import * as photos from '#contract/members/photos.ts'
import * as ownPhotos from '#contract/members/ownPhotos.ts'
import * as posts from '#contract/posts/posts.ts'
import * as profiles from '#contract/members/profiles.ts'
import * as recovery from '#contract/accounts/recovery.ts'
import * as review from '#contract/verification/review.ts'
import * as rooms from '#contract/rooms/rooms.ts'
import * as signup from '#contract/admission/signup.ts'
import * as verification from '#contract/verification/verification.ts'
import { letters, uuid } from '#testing/random.ts'
import {
  byAccess,
  inRoom,
  insiders,
  noRequest,
  row,
  type AccessRow,
  type AccessScene,
} from './authorisation.access.ts'
import { bellRows } from './authorisation.bell.ts'
import { doorRows } from './authorisation.door.ts'
import { factorRows } from './authorisation.factors.ts'
import { houseRows } from './authorisation.house.ts'
import { sightRows } from './authorisation.sight.ts'
import { mineRows } from './authorisation.mine.ts'
import { safetyRows } from './authorisation.safety.ts'
import { moneyRows } from './authorisation.money.ts'
import { tableRows } from './authorisation.tables.ts'
import { pacingRows, presenceRows, talkRows } from './authorisation.talk.ts'
import { aNotice, insertMessage, linkOfNotice } from '#testing/moderation/messages.ts'
import { newcomer } from '#testing/fixtures/newcomer.ts'
import { insertPhoto, photo } from '#testing/fixtures/photos.ts'
import { stageDocuments } from '#testing/fixtures/documents.ts'
import { everyStanding, insertMailed } from './standings.ts'
import { insertSubmission, openLink, proveSession } from '#testing/fixtures/submissions.ts'

const aSubmission = async ({ club }: AccessScene) => ({
  params: { submissionId: (await insertSubmission(club, await club.member())).id },
})
/** A caller who is signed in has an account. */
const oneAccountEach = Object.fromEntries(
  everyStanding
    .filter((one) => byAccess.account[one] === 'ok')
    .map((one) => [one, '42501'] as const),
)
const NEW_PASSWORD = 'another fine staple'

/**
 * Who gets what, for every endpoint and stream: what its access promises, but for the finer rules
 * written here. A call missing from this table fails, and so does a line nothing answers to.
 */
export const table: AccessRow[] = [
  row(session.getSession, noRequest),
  row(signup.signUp, () => newcomer(), oneAccountEach),
  row(auth.logIn, ({ who: { email, password } }) => ({ body: { email, password } }), {
    visitor: 'invalid_credentials',
    unconfirmed: 'email_not_confirmed',
  }),
  row(session.logOut, noRequest),
  row(session.logOutEverywhere, noRequest),
  row(auth.resendConfirmation, ({ who: { email } }) => ({ body: { email } })),
  row(auth.confirmEmail, async ({ club }) => ({
    body: { token: await insertMailed(club, 'confirm', await club.member({ isConfirmed: false })) },
  })),
  row(auth.requestPasswordReset, ({ who: { email } }) => ({ body: { email } })),
  row(recovery.openRecovery, async ({ club }) => ({
    body: { token: await insertMailed(club, 'reset', await club.member()) },
  })),
  row(recovery.setPassword, ({ standing, who }) => ({
    body: {
      password: NEW_PASSWORD,
      ...(standing !== 'recovery' && { currentPassword: who.password }),
    },
  })),
  row(session.setLanguage, () => ({ body: { language: 'de' as const } })),

  row(consent.logCookieChoice, () => ({
    body: {
      sessionId: uuid(),
      analytics: false,
      marketing: false,
      method: 'necessary' as const,
      bannerVersion: cookieBanner.version,
      language: 'de' as const,
    },
  })),
  row(consent.listConsents, noRequest),
  row(consent.giveConsent, () => ({
    body: {
      document: 'content' as const,
      version: documentVersions.content,
      language: 'de' as const,
      method: 'checkbox' as const,
    },
  })),
  row(consent.withdrawConsent, noRequest),

  row(rooms.listRooms, noRequest),
  row(rooms.enterRoom, inRoom, {
    waiting: 'not_admitted',
    unasked: 'consent_required',
    overdue: 'terms_due',
  }),
  row(rooms.leaveRoom, inRoom),
  row(rooms.muteRoom, (scene) => ({ ...inRoom(scene), body: { isMuted: true } }), {
    waiting: 'room_not_found',
    outside: 'room_not_found',
    moderator: 'room_not_found',
    admin: 'room_not_found',
  }),
  row(rooms.keepRooms, () => ({ body: { slugs: [] } })),
  row(posts.listPosts, (scene) => ({ ...inRoom(scene), query: {} }), insiders),
  row(
    posts.createPost,
    (scene) => ({ ...inRoom(scene), body: { id: uuid(), text: 'good evening' } }),
    { ...insiders, overdue: 'terms_due' },
  ),
  ...tableRows,
  ...talkRows,
  row(live.followClub, () => ({ query: {} })),

  row(profiles.getProfile, noRequest),
  row(
    profiles.saveProfile,
    () => ({ body: { username: `Mia ${letters(16)}`, city: 'Köln', bio: null } }),
    { overdue: 'terms_due' },
  ),
  row(ownPhotos.addPhoto, async () => ({ file: await photo() }), {
    unasked: 'consent_required',
    overdue: 'terms_due',
  }),
  row(ownPhotos.orderPhotos, () => ({ body: { photos: [] } })),
  row(ownPhotos.removePhoto, () => ({ params: { photoId: uuid() } })),
  row(
    profiles.getMember,
    async ({ club }) => ({ params: { memberId: (await club.member()).userId } }),
    // who is not in yet sees nobody
    { waiting: 'PGRST116' },
  ),
  row(
    photos.getPhoto,
    async ({ club }) => {
      const { userId: memberId } = await club.member()
      const photoId = await insertPhoto(club, memberId)
      return { params: { memberId, photoId, size: '320' as const } }
    },
    { waiting: 'PGRST116' },
  ),

  row(verification.getVerification, noRequest),
  row(
    verification.stageFile,
    async () => ({
      query: { side: 'front' as const, type: 'jpeg' as const },
      file: await photo(),
    }),
    { overdue: 'terms_due' },
  ),
  row(
    verification.submitVerification,
    async ({ club, who }) => ({ body: await stageDocuments(club, who) }),
    { overdue: 'terms_due' },
  ),
  row(verification.withdrawVerification, noRequest),

  row(review.listSubmissions, () => ({ query: {} })),
  row(review.getSubmission, aSubmission),
  row(review.openImage, async (scene) => {
    if (scene.standing === 'admin') await proveSession(scene.club, scene.who)
    return { ...(await aSubmission(scene)), body: { side: 'front' as const } }
  }),
  row(review.getImage, async (scene) => {
    const { params } = await aSubmission(scene)
    const link =
      scene.standing === 'admin'
        ? await openLink(scene.club, scene.who, params.submissionId, 'front')
        : 'none'
    return { params: { ...params, side: 'front' as const }, query: { link } }
  }),
  row(review.decideSubmission, async (scene) => {
    if (scene.standing === 'admin') await proveSession(scene.club, scene.who)
    return {
      ...(await aSubmission(scene)),
      body: { decision: 'rejected' as const, note: 'Bitte ohne Blitz.' },
    }
  }),

  ...doorRows,

  row(contact.sendMessage, ({ who: { email } }) => ({
    body: { id: uuid(), topic: 'question' as const, email, text: 'When do you open?' },
  })),
  row(contact.sendNotice, ({ who: { email } }) => ({ body: { ...aNotice(), name: 'Mia', email } })),
  row(contact.confirmNotice, async ({ club }) => ({ body: { token: await linkOfNotice(club) } })),
  row(contact.listMessages, () => ({ query: {} })),
  row(contact.answerMessage, async ({ club }) => ({
    params: { messageId: (await insertMessage(club)).id },
    body: { text: 'At eight.' },
  })),

  ...moneyRows,
  ...factorRows,
  ...sightRows,
  ...mineRows,
  ...bellRows,
  ...presenceRows,
  ...safetyRows,
  ...houseRows,
  ...pacingRows,
]
