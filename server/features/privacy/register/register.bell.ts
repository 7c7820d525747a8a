// Waves and notifications in the register of personal data: what of them a copy of one's data gives.
import { sql } from '#server/platform/database/database.ts'
import { mayBeSeen } from '#server/platform/member-rules/visibility.ts'
import {
  byUser,
  provided,
  nullable,
  observed,
  time,
  truth,
  whole,
  excluded,
  type Register,
} from './register.shape.ts'

const room = observed(nullable(), {
  as: 'room',
  from: () => sql`(select r.name from rooms r where r.id = t.room_id)`,
})

export const bellRegister = {
  waves: {
    purpose: 'content',
    retentionRules: [],
    whose: byUser,
    order: 'created_at',
    columns: {
      post_id: excluded('others'),
      user_id: excluded('repeated'),
      author_id: excluded('others'),
      created_at: provided(time),
    },
  },
  wave_declines: {
    purpose: 'content',
    retentionRules: [],
    // what came of a mark would say that somebody is back
    whose: (userId) => sql`t.user_id = ${userId} and t.source_id is null`,
    order: 'declined_at',
    columns: {
      user_id: excluded('repeated'),
      waver_id: excluded('others'),
      declined_at: provided(time),
      source_id: excluded('others'),
    },
  },
  bell_items: {
    purpose: 'content',
    retentionRules: ['bellItems'],
    // as the bell shows it: of somebody who is not there for them it would say that they are
    whose: (userId) => sql`t.user_id = ${userId} and (t.actor_id is null or exists (
      select from profiles p where p.id = t.actor_id and p.is_shown and ${mayBeSeen(userId)}))`,
    order: 'created_at',
    columns: {
      id: excluded('internal'),
      user_id: excluded('repeated'),
      kind: observed(),
      actor_id: excluded('others'),
      post_id: excluded('others'),
      room_id: room,
      reference: excluded('internal'),
      created_at: observed(time),
      read_at: observed(nullable(time)),
      pushed_at: excluded('internal'),
    },
  },
  notice_settings: {
    purpose: 'content',
    retentionRules: [],
    whose: byUser,
    columns: {
      user_id: excluded('repeated'),
      has_digest: provided(truth),
      shows_content: provided(truth),
      quiet_from: provided(whole),
      quiet_until: provided(whole),
      digest_sent_at: observed(nullable(time)),
      pushes_messages: provided(truth),
    },
  },
  push_subscriptions: {
    purpose: 'content',
    retentionRules: [],
    whose: byUser,
    order: 'created_at',
    columns: {
      id: excluded('internal'),
      user_id: excluded('repeated'),
      session_id: excluded('internal'),
      endpoint: provided(undefined, {
        as: 'service',
        from: () => sql`(select (regexp_match(t.endpoint, '^[a-z]+://([^/]+)'))[1])`,
      }),
      public_key: excluded('secret'),
      auth_key: excluded('secret'),
      push_key: excluded('internal'),
      refusals: excluded('internal'),
      created_at: observed(time),
    },
  },
} as const satisfies Register
