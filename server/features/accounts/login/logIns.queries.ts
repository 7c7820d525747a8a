import { limits } from '#contract/limits.ts'
import type { LogIn } from '#contract/accounts/security.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'

type NotedLogIn = LogIn & { userId: string }

/**
 * Adds one, once for its id, and takes out what is more than is kept of its kind. What was there when
 * processing was restricted stays (Art. 18 GDPR).
 */
export async function insertLogIn(on: Sql, noted: NotedLogIn): Promise<void> {
  const { id, userId, at, how, isRefused, browser, system } = noted
  await on.run(sql`
    with added as (
      insert into log_ins (id, user_id, at, how, is_refused, browser, system)
      values (${id}, ${userId}, ${at}, ${how}, ${isRefused}, ${browser}, ${system})
      on conflict (id) do nothing)
    delete from log_ins where id in (
      select l.id from log_ins l join users u on u.id = l.user_id
      where l.id in (
          select id from log_ins where user_id = ${userId} and is_refused = ${isRefused}
          order by at desc, id desc offset ${limits.logInsKept - 1})
        and (u.restricted_at is null or l.at > u.restricted_at)
      for update of l skip locked)`)
}

/** Newest first. */
export const findLogIns = (on: Sql, userId: string): Promise<LogIn[]> =>
  on.rows<LogIn>(sql`
    select id, at, how, is_refused, browser, system from log_ins where user_id = ${userId}
    order by at desc, id desc limit ${2 * limits.logInsKept}`)

export async function deleteLogIn(on: Sql, id: string): Promise<void> {
  await on.run(sql`delete from log_ins where id = ${id}`)
}

/** The oldest of them, so many at most; answers how many went. */
export const deleteLogIns = (on: Sql, until: Date, many: number): Promise<number> =>
  on.run(sql`
    delete from log_ins where id = any (array(
      select l.id from log_ins l where l.at <= ${until.toISOString()} and not exists (
        select from users u where u.id = l.user_id and u.restricted_at is not null)
      order by l.at limit ${many}::integer))`)
