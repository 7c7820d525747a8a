// The browsers in which a member gets push messages, and the notifications that wait to be pushed.
import { sql, type Sql } from '#server/platform/database/database.ts'
import type { Browser } from './push.policy.ts'

const columns = sql`s.id, s.session_id, s.endpoint, s.public_key, s.auth_key, s.created_at`

export const listBrowsers = (on: Sql, userId: string): Promise<Browser[]> =>
  on.rows<Browser>(sql`
    select ${columns} from push_subscriptions s where s.user_id = ${userId}
    order by s.created_at desc, s.id`)

export const findBrowser = (on: Sql, id: string, userId: string): Promise<Browser | undefined> =>
  on.row<Browser>(sql`
    select ${columns} from push_subscriptions s where s.id = ${id} and s.user_id = ${userId}`)

type Reaching = { userId: string; pushKey: Buffer; now: Date }

/**
 * Unless nobody is signed in there any more, or its push service takes messages under another key alone, until
 * the browser subscribes again.
 */
export const findReachable = (
  on: Sql,
  id: string,
  { userId, pushKey, now }: Reaching,
): Promise<Browser | undefined> =>
  on.row<Browser>(sql`
    select ${columns} from push_subscriptions s where s.id = ${id} and s.user_id = ${userId}
      and (s.push_key is null or s.push_key = ${pushKey})
      and exists (select from sessions x where x.id = s.session_id and x.expires_at > ${now.toISOString()})`)

/** Before the key turns: for which one those subscribed of whom that was not noted. */
export async function notePushKey(on: Sql, pushKey: Buffer): Promise<void> {
  await on.run(sql`update push_subscriptions set push_key = ${pushKey} where push_key is null`)
}

/**
 * Replaces what the session had, and what another member had on this browser; the oldest of too many
 * go. Stores nothing when the session is over.
 */
export async function putBrowser(
  on: Sql,
  userId: string,
  browser: Browser & { pushKey: Buffer },
  max: number,
): Promise<void> {
  const { id, sessionId, endpoint, publicKey, authKey, pushKey, createdAt } = browser
  // browsers that change places at the same moment come one after the other
  await on.run(sql`select pg_advisory_xact_lock(hashtextextended('push subscriptions', 0))`)
  // the account first, in the same order as its deletion
  await on.run(sql`select from users where id = ${userId} for key share`)
  const lasting = await on.row(sql`
    select from sessions where id = ${sessionId} and user_id = ${userId} for key share`)
  if (!lasting) return
  await on.run(sql`
    delete from push_subscriptions where endpoint = ${endpoint} or session_id = ${sessionId}`)
  await on.run(sql`
    insert into push_subscriptions (id, user_id, session_id, endpoint, public_key, auth_key,
      push_key, created_at)
    values (${id}, ${userId}, ${sessionId}, ${endpoint}, ${publicKey}, ${authKey}, ${pushKey},
      ${createdAt})`)
  await on.run(sql`
    delete from push_subscriptions where id in (select id from push_subscriptions
      where user_id = ${userId} order by created_at desc, id offset ${max})`)
}

/** Counts one more refusal in a row; answers how many there are. */
export async function noteRefusal(on: Sql, id: string): Promise<number> {
  const row = await on.row<{ refusals: number }>(sql`
    update push_subscriptions set refusals = least(refusals + 1, 1000) where id = ${id}
    returning refusals`)
  return row?.refusals ?? 0
}

export async function noteTaken(on: Sql, id: string): Promise<void> {
  await on.run(sql`update push_subscriptions set refusals = 0 where id = ${id} and refusals > 0`)
}

export async function deleteBrowser(on: Sql, id: string): Promise<void> {
  await on.run(sql`delete from push_subscriptions where id = ${id}`)
}

/** Marks as pushed what need not be any more: read, old, or for somebody without a browser. */
export async function skipOldNotices(
  on: Sql,
  { until, since }: { until: Date; since: Date },
  now: Date,
) {
  await on.run(sql`
    update bell_items b set pushed_at = ${now.toISOString()}
    where b.pushed_at is null and b.created_at <= ${until.toISOString()}
      and (b.read_at is not null or b.created_at < ${since.toISOString()}
        or not exists (select from push_subscriptions s where s.user_id = b.user_id))`)
}

/** For whom something waits that is at least as old as that. */
export const listDue = (on: Sql, until: Date): Promise<{ userId: string }[]> =>
  on.rows(sql`
    select distinct user_id from bell_items
    where pushed_at is null and created_at <= ${until.toISOString()}`)

/** Takes what waits for somebody, so that of several processes only one sends it. */
export const takeItems = (
  on: Sql,
  userId: string,
  until: Date,
  now: Date,
): Promise<{ id: string }[]> =>
  on.rows(sql`
    update bell_items set pushed_at = ${now.toISOString()}
    where user_id = ${userId} and pushed_at is null and created_at <= ${until.toISOString()}
    returning id`)
