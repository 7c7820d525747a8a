// Appeals against a statement or a decided report, for who made them and for the staff who answer.
import type { Appeal, AppealLine } from '#contract/moderation/appeals.ts'
import type { Language } from '#contract/fields.ts'
import { isoSql } from '#server/platform/database/cells.ts'
import { sql, type Query, type Sql } from '#server/platform/database/database.ts'
import { pagedList, type PageRequest, type PagedList } from '#server/platform/lists/pagedList.ts'

export type NewAppeal = {
  id: string
  statementId: string | null
  reportId: string | null
  userId: string | null
  deciderId: string | null
  text: string
  receivedAt: Date
  dueAt: Date
}

/** Answers false when there is one against the same already, or one under this id. */
export async function insertAppeal(on: Sql, one: NewAppeal): Promise<boolean> {
  const inserted = await on.run(sql`
    insert into appeals (id, statement_id, report_id, user_id, decider_id, text, received_at, due_at)
    values (${one.id}, ${one.statementId}, ${one.reportId}, ${one.userId}, ${one.deciderId},
      ${one.text}, ${one.receivedAt.toISOString()}, ${one.dueAt.toISOString()})
    on conflict do nothing`)
  return inserted > 0
}

type Against = { statementId: string | null; reportId: string | null }

/** The appeal of an id, if it is against this. */
export const findAppealAgainstTarget = (
  on: Sql,
  id: string,
  { statementId, reportId }: Against,
): Promise<Appeal | undefined> =>
  on.row<Appeal>(sql`
    select id, text, received_at, due_at, decided_at, is_granted, answer from appeals
    where id = ${id} and statement_id is not distinct from ${statementId}::uuid
      and report_id is not distinct from ${reportId}::uuid`)

export type AppealRow = Omit<AppealLine, 'isOverdue' | 'refusal' | 'decision' | 'language'> & {
  /** As they chose it. */
  language: Language | null
  userId: string | null
  /** Whether it was its reader's decision: what is appealed against, or what was made of it since. */
  hasDecided: boolean
  /** The member the case is about, who may be somebody else than the appellant. */
  aboutId: string | null
  caseNumber: string | null
  /** Whether its reader reported what the case is about. */
  hasReported: boolean
  statementId: string | null
  /** The ban of a member who appealed against the suspension of an age check and was found a minor since. */
  banId: string | null
  reportId: string | null
  kind: string
  facts: string | null
  rule: string | null
  endsAt: string | null
  liftedAt: string | null
  by: string | null
  at: string
}

const linesSql = (viewerId: string): Query => sql`
  select a.id, a.text, a.received_at, a.due_at, a.decided_at, a.is_granted, a.answer,
    a.user_id, a.statement_id, a.report_id, p.username, u.language,
    c.user_id as about_id,
    exists (select from reports o where o.case_id = c.id and o.reporter_id = ${viewerId})
      as has_reported,
    coalesce(${viewerId}::uuid in (f.decider_id, b.decided_by), false) as has_decided,
    b.id as ban_id,
    w.username as answered_by,
    case when a.statement_id is null then 'report' else 'statement' end as against,
    coalesce(s.number, r.number) as number, c.id as case_id, c.number as case_number,
    coalesce(s.kind, d.kind, 'no_breach') as kind, coalesce(s.facts, d.facts) as facts,
    coalesce(s.rule, d.rule) as rule, s.ends_at, s.lifted_at, q.username as by,
    coalesce(s.starts_at, d.decided_at, a.received_at) as at
  from appeals a
  left join statements s on s.id = a.statement_id
  -- the moderator who has since reviewed what a program decided
  cross join lateral (select coalesce(a.decider_id, s.decided_by) as decider_id) f
  left join lateral (
    select o.id, o.decided_by from age_checks g
    join statements o on o.case_id = g.case_id and o.user_id = g.user_id and o.kind = 'ban'
      and o.lifted_at is null
    where g.statement_id = s.id and g.outcome = 'minor' limit 1) b on true
  left join reports r on r.id = a.report_id
  left join cases c on c.id = coalesce(s.case_id, r.case_id)
  left join lateral (select k.* from case_decisions k where k.case_id = r.case_id
    order by k.turn desc limit 1) d on true
  left join users u on u.id = a.user_id
  left join profiles p on p.id = a.user_id
  left join profiles q on q.id = f.decider_id
  left join profiles w on w.id = a.answered_by`

/** SQL: the appeal of a report or a statement as JSON, for who made it. */
export const ownAppealSql = (isOf: Query): Query => sql`
  (select json_build_object('id', a.id, 'text', a.text, 'receivedAt', ${isoSql(sql`a.received_at`)},
      'dueAt', ${isoSql(sql`a.due_at`)}, 'decidedAt', ${isoSql(sql`a.decided_at`)},
      'isGranted', a.is_granted, 'answer', a.answer)
    from appeals a where ${isOf})`

/** Nobody finds one whose case is about themselves. */
const isOfOthersSql = (viewerId: string): Query => sql`c.user_id is distinct from ${viewerId}::uuid`

export const findLine = (on: Sql, id: string, viewerId: string): Promise<AppealRow | undefined> =>
  on.row<AppealRow>(sql`${linesSql(viewerId)} where a.id = ${id} and ${isOfOthersSql(viewerId)}`)

/** Open ones by when they are due; decided ones, the latest first. Nobody sees their own. */
export function listLines(
  on: Sql,
  { isOpen, viewerId, ...page }: PageRequest & { isOpen: boolean; viewerId: string },
): Promise<PagedList<AppealRow>> {
  const state = isOpen ? sql`a.decided_at is null` : sql`a.decided_at is not null`
  const list = {
    rows: linesSql(viewerId),
    where: sql`${state} and ${isOfOthersSql(viewerId)} and a.user_id is distinct from ${viewerId}::uuid`,
    by: [isOpen ? sql`a.due_at` : sql`a.decided_at`, sql`a.id`],
    isNewestFirst: !isOpen,
    cursorOf: ({ dueAt, decidedAt, id }: AppealRow) => ({ at: decidedAt ?? dueAt, id }),
  }
  return pagedList(on, list, page)
}

type Answer = { by: string; isGranted: boolean; answer: string; at: Date }

/** Of two at once one answers: false for the other. */
export async function noteAnswer(on: Sql, id: string, to: Answer): Promise<boolean> {
  const noted = await on.run(sql`
    update appeals set decided_at = ${to.at.toISOString()}, answered_by = ${to.by},
      is_granted = ${to.isGranted}, answer = ${to.answer}
    where id = ${id} and decided_at is null`)
  return noted > 0
}

/** Marks overdue appeals as notified; returns the appellant of each newly marked one, and whom it is about. */
export async function takeOverdue(on: Sql, now: Date): Promise<string[][]> {
  const rows = await on.rows<{ people: string[] }>(sql`
    update appeals a set alerted_at = ${now.toISOString()}
    where a.decided_at is null and a.alerted_at is null and a.due_at <= ${now.toISOString()}
    returning array_remove(array[a.user_id, (select c.user_id from cases c
      where c.id in (select s.case_id from statements s where s.id = a.statement_id
        union select r.case_id from reports r where r.id = a.report_id))], null) as people`)
  return rows.map(({ people }) => people)
}

/** That somebody appealed stays on record; the texts of the appeal and its answer do not. */
export async function forgetAppeals(on: Sql, userId: string): Promise<void> {
  await on.run(sql`
    update appeals set text = '–', answer = case when answer is not null then '–' end
    where user_id = ${userId}`)
}
