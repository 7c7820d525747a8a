import { sql, type Sql } from '#server/platform/database/database.ts'

type NewLook = { caseId: string; at: Date; capacity: 'moderator' | 'admin' }

/** One row for each who may read of it: the reporters from a table, and the member the case is about. */
export async function insertLook(on: Sql, { caseId, at, capacity }: NewLook): Promise<void> {
  await on.run(sql`
    insert into looks (id, case_id, user_id, looked_at, capacity, is_about)
    select gen_random_uuid(), ${caseId}, told.user_id, ${at.toISOString()}, ${capacity}, told.is_about
    from (
      select r.reporter_id as user_id, false as is_about from reports r
      where r.case_id = ${caseId} and r.target_kind = 'message'
      union
      select c.user_id, true from cases c where c.id = ${caseId}) told
    where told.user_id is not null`)
}
