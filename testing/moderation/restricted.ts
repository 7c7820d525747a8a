import { sql } from '#server/platform/database/database.ts'
import type { Club } from '#testing/club/club.ts'

/** As if an admin had restricted the use of somebody's data (Art. 18 GDPR), or let it go again. */
export const restrict = (
  { app, db }: Club,
  { userId }: { userId: string },
  { isRestricted = true }: { isRestricted?: boolean } = {},
): Promise<number> =>
  db.run(sql`
    update users set restricted_at = ${isRestricted ? app.now().toISOString() : null}
    where id = ${userId}`)
