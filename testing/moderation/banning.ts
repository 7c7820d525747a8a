import { impose } from '#server/features/moderation/statements/imposing.service.ts'
import type { KeepOutLeave } from '#server/features/moderation/statements/keepingOut.service.ts'
import type { Club } from '#testing/club/club.ts'

/** As if an admin had just proved who they are, and nobody had a role. */
export const LEAVE = { endsRoles: false } as KeepOutLeave

/** Bans somebody as the desk would, with all that follows. */
export const ban = ({ app, db }: Club, { userId }: { userId: string }): Promise<string> =>
  db.transaction((tx) =>
    impose(tx, app, {
      userId,
      kind: 'ban',
      leave: LEAVE,
      facts: 'You asked members for money.',
      ground: 'terms',
      rule: 'House rules, 4',
      source: 'own',
      by: null,
    }),
  )
