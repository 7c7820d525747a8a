import type { InputOf } from '#contract/endpoint.ts'
import type { NoticeSettings, saveNotifications } from '#contract/notifications/notifications.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'

type Saved = InputOf<typeof saveNotifications>['body']

export const findSettings = (on: Sql, userId: string): Promise<NoticeSettings | undefined> =>
  on.row<NoticeSettings>(sql`
    select has_digest, shows_content, pushes_messages, quiet_from, quiet_until from notice_settings
    where user_id = ${userId}`)

export async function saveSettings(
  on: Sql,
  userId: string,
  { hasDigest, showsContent, pushesMessages = null, quietFrom, quietUntil }: Saved,
): Promise<NoticeSettings> {
  const row = await on.row<NoticeSettings>(sql`
    insert into notice_settings as s (user_id, has_digest, shows_content, pushes_messages, quiet_from,
      quiet_until)
    values (${userId}, ${hasDigest}, ${showsContent}, coalesce(${pushesMessages}::boolean, false),
      ${quietFrom}, ${quietUntil})
    on conflict (user_id) do update set has_digest = excluded.has_digest,
      shows_content = excluded.shows_content,
      pushes_messages = coalesce(${pushesMessages}::boolean, s.pushes_messages),
      quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until
    returning has_digest, shows_content, pushes_messages, quiet_from, quiet_until`)
  return row!
}

export async function endDigests(on: Sql, userId: string): Promise<void> {
  await on.run(sql`update notice_settings set has_digest = false where user_id = ${userId}`)
}
