import { sql, type Sql } from '#server/platform/database/database.ts'

/** That there was a decision stays countable; what was noted of its member does not. */
export async function forgetNotes(on: Sql, userId: string): Promise<void> {
  await on.run(sql`
    update verification_submissions
    set review_note = case when status = 'rejected' then '–' end where user_id = ${userId}`)
}
