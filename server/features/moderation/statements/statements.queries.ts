// Statements of reasons: what was imposed on a member and why, and which restriction holds them now.
import type { Restored, Statement, StatementKind } from '#contract/moderation/statements.ts'
import { ownAppealSql } from '#server/features/moderation/appeals/appeals.queries.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'

type NewStatement = Pick<
  Statement,
  'id' | 'kind' | 'facts' | 'ground' | 'rule' | 'source' | 'language'
> & {
  number: string
  userId: string
  removed: Statement['removed']
  startsAt: Date
  endsAt: Date | null
  caseId: string | null
  decidedBy: string | null
  isAutomated: boolean
}

/** Answers false when its number is there already. */
export async function insertStatement(on: Sql, one: NewStatement): Promise<boolean> {
  const inserted = await on.run(sql`
    insert into statements (id, number, user_id, kind, removed_kind, removed_text, starts_at,
      ends_at, facts, ground, rule, source, language, case_id, decided_by, is_automated)
    values (${one.id}, ${one.number}, ${one.userId}, ${one.kind}, ${one.removed?.kind ?? null},
      ${one.removed?.text ?? null}, ${one.startsAt.toISOString()},
      ${one.endsAt?.toISOString() ?? null}, ${one.facts}, ${one.ground}, ${one.rule},
      ${one.source}, ${one.language}, ${one.caseId}, ${one.decidedBy}, ${one.isAutomated}::boolean)
    on conflict (number) do nothing`)
  return inserted > 0
}

type Appealed = Statement['appeal']
export type StatementRow = Omit<Statement, 'removed' | 'redress' | 'appealUntil' | 'mayAppeal'> & {
  userId: string | null
  decidedBy: string | null
  /** Of one that suspends until a person has decided how old its member is: until when they may show it. */
  ageProofBy: string | null
  removedKind: NonNullable<Statement['removed']>['kind'] | null
  removedText: string | null
  appeal: Appealed
}

const statements = sql`
  select s.id, s.number, s.user_id, s.kind, s.removed_kind, s.removed_text, s.starts_at, s.ends_at,
    s.facts, s.ground, s.rule, s.source, s.language, s.lifted_at, s.restored, s.decided_by, s.is_automated,
    (select g.proof_due_at from age_checks g where g.statement_id = s.id) as age_proof_by,
    ${ownAppealSql(sql`a.statement_id = s.id`)} as appeal
  from statements s`

export const listMemberStatements = (on: Sql, userId: string): Promise<StatementRow[]> =>
  on.rows<StatementRow>(
    sql`${statements} where s.user_id = ${userId} order by s.starts_at desc, s.id desc`,
  )

/** What the club imposed on somebody by itself, in no case, by one rule, and nobody lifted. */
export const listOwnInitiative = (on: Sql, userId: string, rule: string): Promise<StatementRow[]> =>
  on.rows<StatementRow>(sql`
    ${statements} where s.user_id = ${userId} and s.rule = ${rule} and s.source = 'own'
      and s.case_id is null and s.lifted_at is null`)

export const findStatement = (on: Sql, id: string): Promise<StatementRow | undefined> =>
  on.row<StatementRow>(sql`${statements} where s.id = ${id}`)

/** Good as long as there is something to read or to object to. */
export const findByLink = (on: Sql, tokenHash: Buffer): Promise<StatementRow | undefined> =>
  on.row<StatementRow>(sql`
    ${statements} join statement_links l on l.statement_id = s.id where l.token_hash = ${tokenHash}`)

export async function insertLink(
  on: Sql,
  tokenHash: Buffer,
  statementId: string,
  now: Date,
): Promise<void> {
  await on.run(
    sql`insert into statement_links values (${tokenHash}, ${statementId}, ${now.toISOString()})
      on conflict do nothing`,
  )
}

/** Whether a statement is somebody's own, or comes from a case about them or something they reported. */
export async function isOwnCase(on: Sql, id: string, userId: string): Promise<boolean> {
  const row = await on.row(sql`
    select from statements s left join cases c on c.id = s.case_id
    where s.id = ${id} and (s.user_id = ${userId} or c.user_id = ${userId} or exists (
      select from reports r where r.case_id = c.id and r.reporter_id = ${userId}))`)
  return row !== undefined
}

type Lift = { by: string; reason: string; at: Date }

/** Answers false when it was lifted, or ended, before: of two at once, one does. */
export async function noteLift(on: Sql, id: string, { by, reason, at }: Lift): Promise<boolean> {
  const lifted = await on.run(sql`
    update statements set lifted_at = ${at.toISOString()}, lifted_by = ${by}, lift_reason = ${reason}
    where id = ${id} and lifted_at is null and (ends_at is null or ends_at > ${at.toISOString()})`)
  return lifted > 0
}

export async function noteRestored(on: Sql, id: string, restored: Restored): Promise<void> {
  await on.run(sql`update statements set restored = ${restored} where id = ${id}`)
}

/** The restriction of a kind that holds somebody now, if one does. */
export const findInForce = (
  on: Sql,
  userId: string,
  kind: StatementKind,
  now: Date,
): Promise<{ endsAt: string | null; facts: string } | undefined> =>
  on.row(sql`
    select ends_at, facts from statements where user_id = ${userId} and kind = ${kind}
      and lifted_at is null and (ends_at is null or ends_at > ${now.toISOString()})
    order by ends_at desc nulls first limit 1`)

/** The number of the case a statement was given in, if it was in one. */
export const findCaseNumber = async (on: Sql, statementId: string): Promise<string | undefined> =>
  (
    await on.row<{ number: string }>(sql`
      select c.number from statements s join cases c on c.id = s.case_id where s.id = ${statementId}`)
  )?.number

export const findBirthdate = async (on: Sql, userId: string): Promise<string | undefined> =>
  (await on.row<{ birthdate: string }>(sql`select birthdate from profiles where id = ${userId}`))
    ?.birthdate

/** When somebody was last told so. */
export async function lastStated(
  on: Sql,
  userId: string,
  kind: StatementKind,
): Promise<string | null> {
  const row = await on.row<{ at: string | null }>(sql`
    select max(starts_at) as at from statements
    where user_id = ${userId} and kind = ${kind} and lift_reason is null`)
  return row?.at ?? null
}

/** Those that no longer say anything that holds since then, with the links to them; not what somebody objects to. */
export const deleteStatements = (on: Sql, until: Date): Promise<number> =>
  on.run(sql`
    delete from statements s where coalesce(s.lifted_at, s.ends_at, s.starts_at) <= ${until.toISOString()}
      and (s.kind <> 'ban' or s.lifted_at is not null or s.user_id is null)
      and not exists (select from users u where u.id = s.user_id and u.restricted_at is not null)
      and not exists (select from appeals a where a.statement_id = s.id and a.user_id is not null
        and a.decided_at is null)`)

/** That there was one stays on record; what it said of whom does not. */
export async function forgetStatements(on: Sql, userId: string): Promise<void> {
  await on.run(sql`
    update statements set facts = '–', removed_text = null,
      lift_reason = case when lifted_at is not null then '–' end
    where user_id = ${userId}`)
  await on.run(sql`
    delete from statement_links where statement_id in (
      select id from statements where user_id = ${userId})`)
}

type Reworded = { authorId: string; before: string; after: string }

/** The removed text in a statement follows the post's later changes, also where it came back since. */
export async function rewordRemoved(on: Sql, { authorId, before, after }: Reworded): Promise<void> {
  await on.run(sql`
    update statements set removed_text = ${after}
    where user_id = ${authorId} and removed_kind = 'post' and removed_text = ${before}`)
}

/** Removed texts in other members' statements that may name somebody, with the names in them. */
export const listNaming = (on: Sql, userId: string) =>
  on.rows<{ id: string; text: string; username: string }>(sql`
    select s.id, s.removed_text as text, f.username
    from statements s join profiles f on f.id = ${userId}
    where s.removed_kind = 'post' and s.removed_text like '%@%' and s.user_id <> f.id`)

/** What it says was removed, which nobody changes until the transaction ends. */
export async function holdRemoved(on: Sql, id: string): Promise<string | null> {
  const row = await on.row<{ text: string | null }>(sql`
    select removed_text as text from statements where id = ${id} for no key update`)
  return row?.text ?? null
}

export async function replaceRemoved(on: Sql, id: string, text: string): Promise<void> {
  await on.run(sql`update statements set removed_text = ${text} where id = ${id}`)
}
