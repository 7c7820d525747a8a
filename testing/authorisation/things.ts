import type { sql } from '#server/platform/database/database.ts'
import type { Club } from '#testing/club/club.ts'

/** Makes one thing at a moment; answers whether it is still there. */
export type Thing = (club: Club, at: Date) => Promise<() => Promise<boolean>>

export const isThere = async (club: Club, query: ReturnType<typeof sql>): Promise<boolean> =>
  (await club.db.row(query)) !== undefined
