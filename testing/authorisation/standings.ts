import { logOutEverywhere } from '#contract/accounts/session.ts'
import { sql } from '#server/platform/database/database.ts'
import { newToken, secretHash } from '#server/platform/vault/secrets.ts'
import { letters } from '#testing/random.ts'
import { PASSWORD, type Club } from '#testing/club/club.ts'

/** Everyone there is to ask: each endpoint and stream has an answer for every one of them. */
export const standings = {
  visitor: 'Nobody: a browser without a cookie.',
  recovery: 'A browser that opened a reset link, not signed in.',
  unconfirmed: 'Signed up at a club that asks for confirmation, and has not confirmed yet.',
  signedOut: 'Was signed in; another browser has ended every session since.',
  suspended: 'Signed in, in the room, suspended for a time.',
  waiting: 'Signed in, still waiting in line to be admitted.',
  unasked: 'A member in the room who does not consent to content of Art. 9 GDPR.',
  overdue: 'A member in the room who has not accepted the terms in force.',
  outside: 'A member who has not entered the room.',
  inside: 'A member who is in the room.',
  moderator: 'A moderator who has not entered the room.',
  admin: 'An admin who has not entered the room.',
} as const
export type Standing = keyof typeof standings
export const everyStanding = Object.keys(standings) as Standing[]

/** A caller: the cookies their browser sends, and the account they know the password of. */
export type StandingPerson = {
  cookie: string
  email: string
  password: string
  userId: string | null
}

type Room = { id: string }

/** A new member who enters the room. */
async function enter(club: Club, room: Room, given: Parameters<Club['member']>[0] = {}) {
  const member = await club.member(given)
  await club.join(member, room)
  return member
}

const arrivals: Record<Standing, (club: Club, room: Room) => Promise<StandingPerson>> = {
  visitor: async () => ({
    cookie: '',
    email: `${letters(16)}@example.org`,
    password: PASSWORD,
    userId: null,
  }),
  async recovery(club) {
    const member = await club.member()
    return { ...member, cookie: `recovery=${await insertMailed(club, 'recovery', member)}` }
  },
  async unconfirmed(club) {
    const member = await club.member({ isConfirmed: false })
    await club.db.run(sql`delete from sessions where user_id = ${member.userId}`)
    return { ...member, cookie: '' }
  },
  async signedOut(club, room) {
    const member = await enter(club, room)
    const elsewhere = await club.session(member)
    const ended = await club.call(elsewhere, logOutEverywhere, {})
    if (!ended.ok) throw new Error(ended.code)
    return member
  },
  suspended: (club, room) => enter(club, room, { suspendedUntil: '2999-01-01T00:00:00Z' }),
  waiting: (club) => club.member({ isAdmitted: false }),
  unasked: (club, room) => enter(club, room, { hasConsent: false }),
  overdue: (club, room) => enter(club, room, { hasTerms: false }),
  outside: (club) => club.member(),
  inside: (club, room) => enter(club, room),
  moderator: (club) => club.member({ isModerator: true }),
  admin: (club) => club.member({ isAdmin: true }),
}

/** Somebody new of a standing. */
export const arrive = (club: Club, standing: Standing, room: Room): Promise<StandingPerson> =>
  arrivals[standing](club, room)

/** A secret as a mail would carry it, good for an hour; answers the secret. */
export async function insertMailed(
  club: Club,
  purpose: 'confirm' | 'reset' | 'recovery',
  { userId }: { userId: string },
): Promise<string> {
  const token = newToken()
  const now = club.app.now()
  await club.db.run(sql`
    insert into email_tokens (token_hash, user_id, purpose, created_at, expires_at)
    values (${secretHash(token)}, ${userId}, ${purpose}, ${now.toISOString()},
      ${new Date(now.getTime() + 3_600_000).toISOString()})`)
  return token
}
