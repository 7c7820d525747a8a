// The rows of what staff took off a profile or a table, kept sealed while its member may object.
import type { ProfileWords } from '#contract/members/author.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'
import { PROFILE_WORDS, sqlOfEach } from '#server/platform/member-rules/author.ts'
import { isKeptToTheDay } from '#server/platform/limits/retention.ts'

/** Takes away what somebody wrote about themselves, and answers it. */
export const clearWords = (on: Sql, userId: string): Promise<ProfileWords | undefined> =>
  on.row<ProfileWords>(sql`
    with had as (select id, ${sqlOfEach(PROFILE_WORDS, (name) => name)} from profiles where id = ${userId} for update)
    update profiles p set ${sqlOfEach(PROFILE_WORDS, (name) => sql`${name} = null`)} from had where p.id = had.id
    returning ${sqlOfEach(PROFILE_WORDS, (name) => sql`had.${name}`)}`)

/** Puts words where none are by now; answers what is there then. */
export const fillWords = (
  on: Sql,
  userId: string,
  words: Partial<ProfileWords>,
): Promise<ProfileWords | undefined> =>
  on.row<ProfileWords>(sql`
    update profiles set ${sqlOfEach(PROFILE_WORDS, (name, word) => sql`${name} = coalesce(${name}, ${words[word] ?? null})`)}
    where id = ${userId} returning ${sqlOfEach(PROFILE_WORDS, (name) => name)}`)

type Removed = {
  statementId: string
  userId: string
  kind: 'profile' | 'photo' | 'message'
  sealed: Buffer
  /** The smaller size of a photo. */
  sealedSmall: Buffer | null
}

export async function insertTaken(on: Sql, removed: Removed, now: Date): Promise<void> {
  await on.run(sql`
    insert into taken_away (statement_id, user_id, kind, taken_at, sealed, sealed_small)
    values (${removed.statementId}, ${removed.userId}, ${removed.kind}, ${now.toISOString()}, ${removed.sealed},
      ${removed.sealedSmall})`)
}

/** From here on it is kept no longer. */
export const takeRemoved = (on: Sql, statementId: string): Promise<Removed | undefined> =>
  on.row<Removed>(sql`
    delete from taken_away where statement_id = ${statementId}
    returning statement_id, user_id, kind, sealed, sealed_small`)

/** What is kept of a message, sealed. */
export const findTakenMessage = (
  on: Sql,
  statementId: string,
): Promise<{ sealed: Buffer } | undefined> =>
  on.row(sql`
    select sealed from taken_away where statement_id = ${statementId} and kind = 'message'`)

/** What is kept of a photo, sealed. */
export const findTakenPhoto = (
  on: Sql,
  statementId: string,
): Promise<{ userId: string; sealed: Buffer; sealedSmall: Buffer } | undefined> =>
  on.row(sql`
    select user_id, sealed, sealed_small from taken_away
    where statement_id = ${statementId} and kind = 'photo'`)

export async function dropTaken(on: Sql, statementId: string): Promise<void> {
  await on.run(sql`delete from taken_away where statement_id = ${statementId}`)
}

type Taken = Pick<Removed, 'statementId' | 'kind' | 'sealed' | 'sealedSmall'> & { number: string }

/** What is kept of somebody, with the numbers of the statements that took it away. */
export const listTaken = (on: Sql, userId: string): Promise<Taken[]> =>
  on.rows<Taken>(sql`
    select t.statement_id, t.kind, t.sealed, t.sealed_small, s.number
    from taken_away t join statements s on s.id = t.statement_id
    where t.user_id = ${userId} order by t.taken_at, s.number`)

/** What nobody can object to any longer, and nobody waits for an answer about. */
export const deleteTaken = (on: Sql, now: Date): Promise<number> =>
  on.run(sql`
    delete from taken_away t
    where ${isKeptToTheDay('takenAway', sql`t.taken_at`)} <= ${now.toISOString()}
      and not exists (select from appeals a
        where a.statement_id = t.statement_id and a.decided_at is null)
      and not exists (select from users u where u.id = t.user_id and u.restricted_at is not null)`)
