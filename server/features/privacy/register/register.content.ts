// What somebody says in the club and how they came in, column by column in the register of personal data.
import { sql } from '#server/platform/database/database.ts'
import { mayBeSeen } from '#server/platform/member-rules/visibility.ts'
import {
  byAddress,
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

const room = observed(undefined, {
  as: 'room',
  from: () => sql`(select r.name from rooms r where r.id = t.room_id)`,
})

export const contentRegister = {
  posts: {
    purpose: 'content',
    retentionRules: [],
    whose: byUser,
    order: 'created_at',
    columns: {
      id: observed(),
      room_id: room,
      number: observed(whole),
      user_id: excluded('repeated'),
      text: provided(),
      icebreaker_id: observed(nullable(), {
        as: 'icebreaker',
        from: () => sql`(select i.de from icebreakers i where i.id = t.icebreaker_id)`,
      }),
      created_at: observed(time),
      removed_at: observed(nullable(time)),
      edited_at: observed(nullable(time)),
      reply_to: excluded('internal'),
      reply_number: observed(nullable(whole)),
      removal_statement_id: excluded('internal'),
      taken_back_by: excluded('repeated'),
    },
  },
  // where others named them who are there for them: of anybody else it would say that they are
  post_mentions: {
    purpose: 'content',
    retentionRules: [],
    whose: (userId) => sql`t.user_id = ${userId} and exists (
      select from posts m join profiles p on p.id = m.user_id
      where m.id = t.post_id and p.is_shown and ${mayBeSeen(userId)})`,
    columns: {
      post_id: excluded('others'),
      user_id: excluded('repeated'),
      name: observed(),
    },
  },
  room_members: {
    purpose: 'content',
    retentionRules: [],
    whose: byUser,
    order: 'created_at',
    columns: {
      room_id: room,
      user_id: excluded('repeated'),
      created_at: observed(time),
      dormant_at: observed(nullable(time)),
      muted_at: provided(nullable(time)),
      folded_name: excluded('repeated'),
      is_away: excluded('repeated'),
    },
  },
  blocks: {
    purpose: 'content',
    retentionRules: [],
    // what came of a mark would say that somebody with its address is a member
    whose: (userId) => sql`t.blocker_id = ${userId} and t.source_id is null`,
    order: 'created_at',
    columns: {
      blocker_id: excluded('repeated'),
      blocked_id: excluded('others'),
      name: excluded('others'),
      created_at: observed(time),
      source_id: excluded('others'),
    },
  },
  apart_marks: {
    purpose: 'content',
    retentionRules: ['apartMarks'],
    // of the addresses nobody can be found, and nobody is told who keeps them
    whose: (userId) => sql`t.owner_id = ${userId}`,
    order: 'since',
    columns: {
      owner_id: excluded('repeated'),
      kind: observed(),
      source_id: excluded('others'),
      address_mark: excluded('unfindable'),
      since: observed(time),
      kept_at: excluded('internal'),
    },
  },
  mutes: {
    purpose: 'content',
    retentionRules: [],
    whose: (userId) => sql`t.muter_id = ${userId}`,
    order: 'created_at',
    columns: {
      muter_id: excluded('repeated'),
      muted_id: excluded('others'),
      created_at: provided(time),
    },
  },
  // what stands in them is a file each
  private_notes: {
    purpose: 'content',
    retentionRules: [],
    whose: (userId) => sql`t.writer_id = ${userId}`,
    order: 'written_at',
    columns: {
      id: observed(),
      writer_id: excluded('repeated'),
      about_id: excluded('others'),
      sealed: excluded('repeated'),
      written_at: provided(time),
    },
  },
  // of whom somebody else said so is told to staff, as a count, and to nobody else
  signals: {
    purpose: 'content',
    retentionRules: ['signals'],
    whose: (userId) => sql`t.giver_id = ${userId}`,
    order: 'given_at',
    columns: {
      giver_id: excluded('repeated'),
      about_id: excluded('others'),
      reason: provided(),
      given_at: provided(time),
    },
  },
  signals_seen: {
    purpose: 'content',
    retentionRules: ['signals'],
    whose: (userId) => sql`t.seen_by = ${userId}`,
    order: 'seen_at',
    columns: {
      about_id: excluded('others'),
      up_to: excluded('internal'),
      seen_by: excluded('repeated'),
      seen_at: observed(time),
    },
  },
  hidden_posts: {
    purpose: 'content',
    retentionRules: [],
    whose: byUser,
    order: 'hidden_at',
    columns: {
      user_id: excluded('repeated'),
      post_id: excluded('others'),
      hidden_at: observed(time),
    },
  },
  room_reads: {
    purpose: 'content',
    retentionRules: [],
    whose: byUser,
    columns: {
      user_id: excluded('repeated'),
      room_id: room,
      number: observed(whole, { as: 'readNumber' }),
      read_at: observed(time, { as: 'readAt' }),
    },
  },
  presence_off: {
    purpose: 'content',
    retentionRules: [],
    whose: byUser,
    columns: { user_id: excluded('repeated'), since: provided(time, { as: 'presenceOffSince' }) },
  },
  waitlist: {
    purpose: 'door',
    retentionRules: ['waitlistUnconfirmed', 'waitlistConfirmed', 'waitlistDeclined', 'addresses'],
    whose: byAddress,
    columns: {
      id: excluded('internal'),
      email: provided(),
      language: provided(nullable()),
      requested_at: observed(nullable(time)),
      words_version: observed(nullable()),
      requested_from: excluded('unfindable'),
      confirmed_at: observed(nullable(time)),
      confirmed_from: excluded('unfindable'),
      admitted_at: observed(nullable(time)),
      invitation_id: excluded('internal'),
      declined_at: observed(nullable(time)),
      declined_reason: observed(nullable()),
    },
  },
  waitlist_tokens: {
    purpose: 'door',
    retentionRules: ['waitlistUnconfirmed', 'waitlistConfirmed'],
    whose: (
      userId,
    ) => sql`t.entry_id in (select w.id from waitlist w join users u on u.email = w.email
      where u.id = ${userId} and u.email_confirmed_at is not null)`,
    order: 'created_at',
    columns: {
      token_hash: excluded('secret'),
      entry_id: excluded('internal'),
      purpose: observed(),
      used_at: observed(nullable(time)),
      created_at: observed(time),
      expires_at: observed(time),
    },
  },
  invitations: {
    purpose: 'door',
    retentionRules: ['invitations'],
    whose: (userId) => sql`t.inviter_id = ${userId}`,
    order: 'created_at',
    columns: {
      id: excluded('internal'),
      code_hash: excluded('secret'),
      email: excluded('others'),
      inviter_id: excluded('repeated'),
      note: excluded('others'),
      max_uses: provided(whole),
      uses: observed(whole),
      created_at: observed(time),
      expires_at: observed(time),
      revoked_at: observed(nullable(time)),
    },
  },
  invitation_uses: {
    purpose: 'door',
    retentionRules: ['invitations'],
    whose: byUser,
    columns: {
      user_id: excluded('repeated'),
      // by whom: another member
      invitation_id: excluded('others'),
      is_shown: provided(truth),
      created_at: observed(time),
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
      'slow_seconds',
      'position',
    ],
  },
  blocked_words: { impersonal: ['id', 'word', 'added_at'] },
  room_counts: { impersonal: ['room_id', 'awake', 'present'] },
  room_count_changes: { impersonal: ['room_id', 'awake', 'present'] },
  icebreakers: { impersonal: ['id', 'position', 'de', 'en', 'retired_at'] },
  icebreaker_days: { impersonal: ['day', 'icebreaker_id', 'is_chosen', 'de', 'en'] },
  club_settings: { impersonal: ['is_only', 'admission', 'invitations_per_member', 'is_discreet'] },
  // names of files no row knows any more; gone when the store has confirmed that they are
  file_deletions: { impersonal: ['id', 'store', 'key', 'is_folder', 'asked_at'] },
  installation: {
    impersonal: [
      'is_only',
      'id',
      'key_fingerprint',
      'files_place',
      'files_id',
      'files_left_id',
      'photo_key',
    ],
  },
  build_files: { impersonal: ['build', 'path', 'content', 'mark', 'kept_at'] },
  migrations: { impersonal: ['name', 'sha256', 'at', 'least_version'] },
  retention_runs: { impersonal: ['run', 'rule', 'at', 'removed', 'is_daily', 'overdue'] },
} as const satisfies Register
