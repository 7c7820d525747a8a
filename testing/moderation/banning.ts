import { impose, type Effect } from '#server/features/moderation/statements/imposing.service.ts'
import type { KeepOutLeave } from '#server/features/moderation/statements/keepingOut.service.ts'
import type { Club } from '#testing/club/club.ts'

/** As if an admin had just proved who they are, and nobody had a role. */
export const LEAVE = {} as KeepOutLeave

type Who = { userId: string }

const keepOut = ({ app, db }: Club, { userId }: Who, effect: Effect): Promise<string> =>
  db.transaction((tx) =>
    impose(tx, app, {
      userId,
      ...effect,
      facts: 'You asked members for money.',
      ground: 'terms',
      rule: 'House rules, 4',
      source: 'own',
      by: null,
    }),
  )

/** Bans somebody as the desk would, with all that follows. */
export const ban = (club: Club, who: Who): Promise<string> =>
  keepOut(club, who, { kind: 'ban', leave: LEAVE })

/** The same for a time. */
export const suspendByDesk = (club: Club, who: Who, endsAt: Date): Promise<string> =>
  keepOut(club, who, { kind: 'suspension', endsAt, leave: LEAVE })
