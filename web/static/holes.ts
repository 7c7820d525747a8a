/** What the server fills in once at start, so that another name or address needs no new build. */
export const CLUB_NAME = '%CLUB_NAME%'
export const PUBLIC_URL = '%PUBLIC_URL%'
/** `named`, or `placeholders` while at least one fact about the operator is an example. */
export const OPERATOR_STATE = '%OPERATOR_STATE%'
export const OPERATOR_EMAIL = '%OPERATOR_EMAIL%'
export const OPERATOR_PHONE = '%OPERATOR_PHONE%'

/** The parts of the landing page about the evening, filled in each hour (`server/platform/site/site.evening.ts`). */
export const QUESTION = { de: '%QUESTION_DE%', en: '%QUESTION_EN%' } as const
export const WEEKS_POSTS = { de: '%WEEKS_POSTS_DE%', en: '%WEEKS_POSTS_EN%' } as const
/** These stand in an element with `data-each="room"`, which the server repeats. */
export const ROOM = {
  name: '%ROOM_NAME%',
  description: '%ROOM_DESCRIPTION%',
  icon: '%ROOM_ICON%',
  badge: '%ROOM_BADGE%',
  tone: '%ROOM_TONE%',
} as const
