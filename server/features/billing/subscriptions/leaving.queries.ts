import { sql, type Sql } from '#server/platform/database/database.ts'

/** Removes from contracts who paid; the law keeps that there was one, what was paid, and its number. */
export async function forgetPayer(on: Sql, userId: string): Promise<void> {
  const own = sql`select id from subscriptions where user_id = ${userId}`
  await on.run(sql`
    delete from webhooks w where exists (
      select from subscriptions s where s.user_id = ${userId} and (
        position(convert_to(s.provider_id, 'UTF8') in w.body) > 0
        or exists (select from subscription_events e
          where e.subscription_id = s.id and e.data ? 'paymentId'
            and position(convert_to(e.data ->> 'paymentId', 'UTF8') in w.body) > 0)))`)
  await on.run(sql`update refunds set note = null where subscription_id in (${own})`)
  await on.run(sql`
    update subscriptions set approve_url = null, language = null where user_id = ${userId}`)
}
