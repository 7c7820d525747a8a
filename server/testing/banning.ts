import { impose } from '#server/features/statements/imposing.service.ts'
import type { Club } from './club.ts'

/** Bans somebody as the desk would, with all that follows. */
export const ban = ({ app, db }: Club, { userId }: { userId: string }): Promise<string> =>
  db.begin((tx) =>
    impose(tx, app, {
      userId,
      kind: 'ban',
      facts: 'You asked members for money.',
      ground: 'terms',
      rule: 'House rules, 4',
      source: 'own',
      by: null,
    }),
  )
