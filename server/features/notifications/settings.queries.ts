import type { InputOf } from '#contract/endpoint.ts'
import type { NoticeSettings, saveNotifications } from '#contract/notifications/notifications.ts'
import { sql, type Sql } from '#server/platform/database/database.ts'

type Saved = InputOf<typeof saveNotifications>['body']

export const findSettings = (on: Sql, userId: string): Promise<NoticeSettings | undefined> =>
  on.row<NoticeSettings>(sql`
    select has_digest, shows_content, pushes_messages, quiet_from, quiet_until from notice_settings
    where user_id = ${userId}`)

/** What was said, over what holds; `unsaid` holds where nothing was said before. */
export async function saveSettings(
  on: Sql,
  userId: string,
  settings: Saved,
  unsaid: NoticeSettings,
): Promise<NoticeSettings> {
  const { hasDigest, showsContent, pushesMessages, quietFrom, quietUntil } = settings
  const row = await on.row<NoticeSettings>(sql`
    insert into notice_settings as s (user_id, has_digest, shows_content, pushes_messages, quiet_from,
      quiet_until)
    values (${userId}, ${hasDigest ?? unsaid.hasDigest}, ${showsContent ?? unsaid.showsContent},
      ${pushesMessages ?? unsaid.pushesMessages}, ${quietFrom ?? unsaid.quietFrom},
      ${quietUntil ?? unsaid.quietUntil})
    on conflict (user_id) do update set
      has_digest = coalesce(${hasDigest ?? null}::boolean, s.has_digest),
      shows_content = coalesce(${showsContent ?? null}::boolean, s.shows_content),
      pushes_messages = coalesce(${pushesMessages ?? null}::boolean, s.pushes_messages),
      quiet_from = coalesce(${quietFrom ?? null}::smallint, s.quiet_from),
      quiet_until = coalesce(${quietUntil ?? null}::smallint, s.quiet_until)
    returning has_digest, shows_content, pushes_messages, quiet_from, quiet_until`)
  return row!
}

export async function endDigests(on: Sql, userId: string): Promise<void> {
  await on.run(sql`update notice_settings set has_digest = false where user_id = ${userId}`)
}
