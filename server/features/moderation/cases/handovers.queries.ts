// Handovers of a case to the authorities: proposed by one of the staff, and answered once by another.
import type { Handover } from '#contract/moderation/cases.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'

export type HandoverRow = Omit<Handover, 'refusal'> & {
  caseId: string
  number: string
  userId: string | null
  proposerId: string | null
}

/** SQL: whether a handover `h` waits to be confirmed: two of the staff decide, so not once its proposer is none of them. */
export const isWaitingSql: Query = sql`(h.answered_at is null
  and exists (select from user_roles r where r.user_id = h.proposed_by))`

const handovers = sql`
  select h.id, h.case_id, c.number, c.user_id, h.facts, h.proposed_by as proposer_id,
    p.username as proposed_by, h.proposed_at, a.username as answered_by, h.answered_at,
    case when h.is_confirmed then 'confirmed' when ${isWaitingSql} then 'proposed'
      else 'refused' end as state
  from handovers h join cases c on c.id = h.case_id
  left join profiles p on p.id = h.proposed_by left join profiles a on a.id = h.answered_by`

/** Nobody finds one about themselves. */
const isOfOthersSql = (viewerId: string): Query => sql`c.user_id is distinct from ${viewerId}::uuid`

export const listHandovers = (on: Sql, caseId: string): Promise<HandoverRow[]> =>
  on.rows<HandoverRow>(
    sql`${handovers} where h.case_id = ${caseId} order by h.proposed_at desc, h.id desc`,
  )

export const findHandover = (
  on: Sql,
  id: string,
  viewerId: string,
): Promise<HandoverRow | undefined> =>
  on.row<HandoverRow>(sql`${handovers} where h.id = ${id} and ${isOfOthersSql(viewerId)}`)

type Ended = { by: string; at: Date }

/** Refuses what waits there of somebody who is no longer of the staff. */
async function endAbandoned(on: Sql, caseIds: readonly string[], { by, at }: Ended): Promise<void> {
  await on.run(sql`
    update handovers h set answered_by = ${by}, answered_at = ${at.toISOString()},
      is_confirmed = false
    where h.case_id = any (${caseIds}::uuid[]) and h.answered_at is null and not ${isWaitingSql}`)
}

type Proposal = { id: string; caseId: string; facts: string; by: string; at: Date }

/** Answers false while another waits. */
export async function insertHandover(on: Sql, one: Proposal): Promise<boolean> {
  await endAbandoned(on, [one.caseId], one)
  const inserted = await on.run(sql`
    insert into handovers (id, case_id, facts, proposed_by, proposed_at)
    values (${one.id}, ${one.caseId}, ${one.facts}, ${one.by}, ${one.at.toISOString()})
    on conflict (case_id) where answered_at is null do nothing`)
  return inserted > 0
}

/** What went, or is to go, to the authorities becomes another case's; false while both have one waiting. */
export async function moveHandovers(
  on: Sql,
  { from, to, ...ended }: Ended & { from: string; to: string },
): Promise<boolean> {
  await endAbandoned(on, [from, to], ended)
  const waiting = await on.rows(sql`
    select from handovers where case_id in (${from}, ${to}) and answered_at is null`)
  if (waiting.length > 1) return false
  await on.run(sql`update handovers set case_id = ${to} where case_id = ${from}`)
  return true
}

type Answer = Ended & { isConfirmed: boolean }

/** Once, and by somebody else; of two at once, one does. */
export async function noteAnswer(on: Sql, id: string, to: Answer): Promise<boolean> {
  const noted = await on.run(sql`
    update handovers h set answered_by = ${to.by}, answered_at = ${to.at.toISOString()},
      is_confirmed = ${to.isConfirmed}
    where h.id = ${id} and ${isWaitingSql}`)
  return noted > 0
}

/** What only the authorities receive about somebody. */
export const findPersonalData = (on: Sql, userId: string) =>
  on.row<Record<string, unknown>>(sql`
    select u.id, p.username, u.email, p.birthdate, p.city, u.created_at,
      u.last_seen_on, p.verification_status
    from users u join profiles p on p.id = u.id where u.id = ${userId}`)
