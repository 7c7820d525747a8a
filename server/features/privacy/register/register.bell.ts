import { sql } from '#server/platform/database/database.ts'
import {
  byUser,
  given,
  maybe,
  noted,
  time,
  truth,
  whole,
  without,
  type Register,
} from './register.shape.ts'

const room = noted(maybe(), {
  as: 'room',
  from: () => sql`(select r.name from rooms r where r.id = t.room_id)`,
})

/** Hellos, and what somebody is told of. */
export const bellRegister = {
  waves: {
    purpose: 'content',
    kept: [],
    whose: byUser,
    order: 'created_at',
    columns: {
      post_id: without('others'),
      user_id: without('repeated'),
      author_id: without('others'),
      created_at: given(time),
    },
  },
  wave_declines: {
    purpose: 'content',
    kept: [],
    whose: byUser,
    order: 'declined_at',
    columns: {
      user_id: without('repeated'),
      waver_id: without('others'),
      declined_at: given(time),
    },
  },
  bell_items: {
    purpose: 'content',
    kept: ['bellItems'],
    whose: byUser,
    order: 'created_at',
    columns: {
      id: without('internal'),
      user_id: without('repeated'),
      kind: noted(),
      actor_id: without('others'),
      post_id: without('others'),
      room_id: room,
      reference: without('internal'),
      created_at: noted(time),
      read_at: noted(maybe(time)),
      pushed_at: without('internal'),
    },
  },
  notice_settings: {
    purpose: 'content',
    kept: [],
    whose: byUser,
    columns: {
      user_id: without('repeated'),
      has_digest: given(truth),
      shows_content: given(truth),
      quiet_from: given(whole),
      quiet_until: given(whole),
      digest_sent_at: noted(maybe(time)),
    },
  },
  push_subscriptions: {
    purpose: 'content',
    kept: [],
    whose: byUser,
    order: 'created_at',
    columns: {
      id: without('internal'),
      user_id: without('repeated'),
      session_id: without('internal'),
      endpoint: given(undefined, {
        as: 'service',
        from: () => sql`(select (regexp_match(t.endpoint, '^[a-z]+://([^/]+)'))[1])`,
      }),
      public_key: without('secret'),
      auth_key: without('secret'),
      push_key: without('internal'),
      refusals: without('internal'),
      created_at: noted(time),
    },
  },
} as const satisfies Register
