import { sql } from '#server/platform/database.ts'
import {
  byAddress,
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

const room = noted(undefined, {
  as: 'room',
  from: () => sql`(select r.name from rooms r where r.id = t.room_id)`,
})

/** What somebody says in the club, and how they came in. */
export const contentRegister = {
  posts: {
    purpose: 'content',
    kept: [],
    whose: byUser,
    order: 'created_at',
    columns: {
      id: noted(),
      room_id: room,
      number: noted(whole),
      user_id: without('repeated'),
      text: given(),
      icebreaker_id: noted(maybe(), {
        as: 'icebreaker',
        from: () => sql`(select i.de from icebreakers i where i.id = t.icebreaker_id)`,
      }),
      created_at: noted(time),
      removed_at: noted(maybe(time)),
    },
  },
  room_members: {
    purpose: 'content',
    kept: [],
    whose: byUser,
    order: 'created_at',
    columns: {
      room_id: room,
      user_id: without('repeated'),
      created_at: noted(time),
      dormant_at: noted(maybe(time)),
      muted_at: given(maybe(time)),
    },
  },
  blocks: {
    purpose: 'content',
    kept: [],
    whose: (userId) => sql`t.blocker_id = ${userId}`,
    order: 'created_at',
    columns: {
      blocker_id: without('repeated'),
      blocked_id: without('others'),
      name: without('others'),
      created_at: noted(time),
    },
  },
  hidden_posts: {
    purpose: 'content',
    kept: [],
    whose: byUser,
    order: 'hidden_at',
    columns: {
      user_id: without('repeated'),
      post_id: without('others'),
      hidden_at: noted(time),
    },
  },
  waitlist: {
    purpose: 'door',
    kept: ['waitlistUnconfirmed', 'waitlistConfirmed', 'addresses'],
    whose: byAddress,
    columns: {
      id: without('internal'),
      email: given(),
      language: given(maybe()),
      requested_at: noted(maybe(time)),
      words_version: noted(maybe()),
      requested_from: without('unfindable'),
      confirmed_at: noted(maybe(time)),
      confirmed_from: without('unfindable'),
      admitted_at: noted(maybe(time)),
      invitation_id: without('internal'),
      declined_at: noted(maybe(time)),
      declined_reason: noted(maybe()),
    },
  },
  waitlist_tokens: {
    purpose: 'door',
    kept: ['waitlistUnconfirmed', 'waitlistConfirmed'],
    whose: (
      userId,
    ) => sql`t.entry_id in (select w.id from waitlist w join users u on u.email = w.email
      where u.id = ${userId} and u.email_confirmed_at is not null)`,
    order: 'created_at',
    columns: {
      token_hash: without('secret'),
      entry_id: without('internal'),
      purpose: noted(),
      used_at: noted(maybe(time)),
      created_at: noted(time),
      expires_at: noted(time),
    },
  },
  invitations: {
    purpose: 'door',
    kept: ['invitations'],
    whose: (userId) => sql`t.inviter_id = ${userId}`,
    order: 'created_at',
    columns: {
      id: without('internal'),
      code_hash: without('secret'),
      email: without('others'),
      inviter_id: without('repeated'),
      note: without('others'),
      max_uses: given(whole),
      uses: noted(whole),
      created_at: noted(time),
      expires_at: noted(time),
      revoked_at: noted(maybe(time)),
    },
  },
  invitation_uses: {
    purpose: 'door',
    kept: ['invitations'],
    whose: byUser,
    columns: {
      user_id: without('repeated'),
      // by whom: another member
      invitation_id: without('others'),
      is_shown: given(truth),
      created_at: noted(time),
    },
  },
  waits: { impersonal: ['admitted_at', 'waited'] },
  rooms: {
    impersonal: [
      'id',
      'slug',
      'name',
      'description',
      'icon',
      'access_level',
      'is_active',
      'last_number',
      'created_at',
    ],
  },
  icebreakers: { impersonal: ['id', 'position', 'de', 'en'] },
  club_settings: { impersonal: ['is_only', 'admission', 'invitations_per_member'] },
  migrations: { impersonal: ['name', 'sha256', 'at'] },
  retention_runs: { impersonal: ['run', 'rule', 'at', 'removed', 'is_daily', 'overdue'] },
} as const satisfies Register
