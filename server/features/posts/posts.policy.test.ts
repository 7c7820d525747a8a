import { expect, test } from 'vitest'
import { codes } from '#contract/errors.ts'
import type { Viewer } from '#server/platform/context.ts'
import { isOwn, storingRefusal } from './posts.policy.ts'
import type { NewPost, Unstored } from './posts.queries.ts'

const post = { roomId: 'lounge', userId: 'mia', replyTo: null } as NewPost
const viewer = {
  isFactorDue: false,
  suspension: null,
  isAdmitted: true,
  hasContentConsent: true,
  verificationStatus: 'none',
  isSubscriber: false,
} as Viewer
const place = { id: 'lounge', accessLevel: 'free', isActive: true, isMember: true }
/** Nothing stands against it any more. */
const nothing: Unstored = {
  taken: null,
  retryAfter: null,
  sameText: null,
  slowMode: null,
  newcomerLimit: null,
  isSignedIn: true,
  roomAccess: place,
  standing: { hasContentConsent: true, isHidden: false },
  isQuotable: false,
}
const refusal = (why: Partial<Unstored>, said: Partial<NewPost> = {}) =>
  storingRefusal(viewer, { ...post, ...said }, { ...nothing, ...why })
const taken = (roomId: string, userId: string) => ({ roomId, userId, post: null })

test('the same post is of the same member in the same room', () => {
  expect(isOwn(taken('lounge', 'mia'), post)).toBe(true)
  expect(isOwn(taken('bar', 'mia'), post)).toBe(false)
  expect(isOwn(taken('lounge', 'tom'), post)).toBe(false)
})

test('what stands under its id is somebody else’s, or waits for its author’s consent', () => {
  expect(refusal({ taken: taken('lounge', 'tom'), retryAfter: 9 })).toEqual({
    code: codes.conflict,
  })
  expect(refusal({ taken: taken('lounge', 'mia') })).toEqual({ code: 'consent_required' })
})

test('a limit is given before any other reason, with how long it lasts', () => {
  const gone = { isSignedIn: false, place: null }
  expect(refusal({ ...gone, retryAfter: 9, sameText: 1 })).toEqual({
    code: 'too_many_attempts',
    retryAfter: 9,
  })
  expect(refusal({ ...gone, sameText: 1 })).toEqual({ code: 'same_text' })
  expect(refusal({ ...gone, slowMode: 7 })).toEqual({ code: 'slow_mode', retryAfter: 7 })
})

test('then who writes, where, as whom and in answer to what, each where it has ceased to be so', () => {
  expect(refusal({ isSignedIn: false, roomAccess: null })).toEqual({ code: 'not_signed_in' })
  expect(refusal({ roomAccess: null })).toEqual({ code: 'room_not_found' })
  expect(refusal({ roomAccess: { ...place, isActive: false } })).toEqual({ code: 'room_not_found' })
  expect(refusal({ roomAccess: { ...place, isMember: false } })).toEqual({ code: 'not_in_room' })
  expect(refusal({ standing: { hasContentConsent: false, isHidden: true } })).toEqual({
    code: 'consent_required',
  })
  const hidden = { hasContentConsent: true, isHidden: true }
  expect(refusal({ standing: hidden }, { replyTo: 'gone' })).toEqual({ code: codes.forbidden })
  expect(refusal({}, { replyTo: 'gone' })).toEqual({ code: 'post_gone' })
})

test('where nothing stands against it any more it is to be sent again', () => {
  const again = { code: 'unavailable', retryAfter: 1 }
  expect(refusal({})).toEqual(again)
  expect(refusal({ standing: null })).toEqual(again)
  expect(refusal({ isQuotable: true }, { replyTo: 'there' })).toEqual(again)
  expect(refusal({ isQuotable: true })).toEqual(again)
})
