import type { Club } from '#testing/club/club.ts'
import { suspend } from './statements.ts'

/** Suspends somebody from now on, without a word to anybody. */
export const suspendMember = (
  { app, db }: Club,
  { userId }: { userId: string },
  { hours = 1 }: { hours?: number } = {},
): Promise<void> =>
  db.transaction((tx) => suspend(tx, userId, new Date(app.now().getTime() + hours * 3_600_000)))
