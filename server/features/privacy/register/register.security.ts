// The copy of one's data: which columns of sessions, log-ins, second factors and the audit log; no secret.
import { sql } from '#server/platform/database/database.ts'
import {
  byUser,
  provided,
  nullable,
  observed,
  time,
  truth,
  whole,
  excluded,
  words,
  type Register,
} from './register.shape.ts'

/**
 * SQL: an entry `t` of what the desk does in a case about a member and does not tell them: as long as it waits, that
 * there is one would tell of a report; and whom the authorities look into, they say themselves (Art. 18 DSA).
 */
const isUntold = (userId: string) => sql`
  (t.action in ('handover_proposed', 'handover_answered', 'handover_read')
    or (t.action in ('case_opened', 'case_viewed', 'evidence_viewed', 'case_assigned')
      and exists (select from cases c where c.user_id = ${userId} and c.decided_at is null
        and t.at >= c.opened_at)))`

/** How somebody signs in, and what was done with care. */
export const securityRegister = {
  sessions: {
    purpose: 'security',
    retentionRules: ['loginCookies'],
    whose: byUser,
    order: 'created_at',
    columns: {
      id: excluded('internal'),
      user_id: excluded('repeated'),
      token_hash: excluded('secret'),
      token_since: excluded('internal'),
      previous_token_hash: excluded('secret'),
      rotation_salt: excluded('secret'),
      created_at: observed(time),
      last_used_at: observed(time),
      expires_at: observed(time),
      user_agent: observed(nullable()),
      proved_at: observed(nullable(time)),
      factor_at: observed(nullable(time)),
    },
  },
  log_ins: {
    purpose: 'security',
    retentionRules: ['logIns'],
    whose: byUser,
    order: 'at',
    columns: {
      id: excluded('internal'),
      user_id: excluded('repeated'),
      at: observed(time),
      how: observed(),
      is_refused: observed(truth),
      browser: observed(),
      system: observed(),
    },
  },
  email_tokens: {
    purpose: 'security',
    retentionRules: ['mailTokens'],
    whose: byUser,
    order: 'created_at',
    columns: {
      token_hash: excluded('secret'),
      user_id: excluded('repeated'),
      purpose: observed(),
      code_hash: excluded('secret'),
      created_at: observed(time),
      expires_at: observed(time),
    },
  },
  known_devices: {
    purpose: 'security',
    retentionRules: ['cookies'],
    whose: byUser,
    order: 'last_used_at',
    columns: {
      token_hash: excluded('secret'),
      user_id: excluded('repeated'),
      last_used_at: observed(time),
    },
  },
  attempts: {
    purpose: 'security',
    retentionRules: ['addresses'],
    whose: null,
    columns: {
      action: excluded('unfindable'),
      identifier: excluded('unfindable'),
      times: excluded('unfindable'),
      expires_at: excluded('unfindable'),
    },
  },
  banned_addresses: {
    purpose: 'security',
    retentionRules: ['banEvidence'],
    whose: (userId) => sql`t.ban_id in (select s.id from statements s where s.user_id = ${userId})`,
    order: 'banned_at',
    columns: {
      ban_id: excluded('internal'),
      address_mark: excluded('unfindable'),
      banned_at: observed(time),
    },
  },
  passkeys: {
    purpose: 'security',
    retentionRules: [],
    whose: byUser,
    order: 'created_at',
    columns: {
      id: excluded('internal'),
      user_id: excluded('repeated'),
      credential_id: excluded('secret'),
      public_key: excluded('secret'),
      sign_count: observed(whole),
      transports: observed(words),
      name: provided(),
      created_at: observed(time),
      last_used_at: observed(nullable(time)),
    },
  },
  passkey_challenges: {
    purpose: 'security',
    retentionRules: [],
    whose: byUser,
    columns: {
      id: excluded('passing'),
      challenge: excluded('secret'),
      purpose: excluded('passing'),
      user_id: excluded('repeated'),
      expires_at: excluded('passing'),
    },
  },
  totp_secrets: {
    purpose: 'security',
    retentionRules: [],
    whose: byUser,
    columns: {
      user_id: excluded('repeated'),
      sealed: excluded('secret'),
      confirmed_at: observed(nullable(time)),
      last_step: excluded('secret'),
      created_at: observed(time),
    },
  },
  recovery_codes: {
    purpose: 'security',
    retentionRules: [],
    whose: byUser,
    order: 'used_at',
    columns: {
      user_id: excluded('repeated'),
      code_hash: excluded('secret'),
      used_at: observed(nullable(time)),
    },
  },
  pending_log_ins: {
    purpose: 'security',
    retentionRules: [],
    whose: byUser,
    columns: {
      token_hash: excluded('secret'),
      user_id: excluded('repeated'),
      created_at: excluded('passing'),
      expires_at: excluded('passing'),
    },
  },
  email_changes: {
    purpose: 'security',
    retentionRules: ['mailTokens'],
    whose: byUser,
    order: 'requested_at',
    columns: {
      id: excluded('internal'),
      user_id: excluded('repeated'),
      old_email: provided(),
      new_email: provided(),
      confirm_hash: excluded('secret'),
      undo_hash: excluded('secret'),
      requested_at: observed(time),
      confirmed_at: observed(nullable(time)),
      expires_at: observed(time),
      // of the new address, too, which may have been somebody else's
      line_before: excluded('others'),
    },
  },
  audit: {
    purpose: 'security',
    retentionRules: ['auditLog'],
    whose: (userId) => sql`(t.actor_id = ${userId}
      or (t.subject_id = ${userId} and not ${isUntold(userId)}))`,
    order: 'id',
    columns: {
      id: excluded('internal'),
      at: observed(time),
      // who of the team it was is not said (CJEU C-579/21)
      actor_id: excluded('others'),
      action: observed(),
      subject_id: excluded('repeated'),
      // of what one did to others, only that; of what was done with one's documents: which, and why
      details: observed(words, {
        from: (userId) => sql`case when t.subject_id = ${userId} then array_remove(array[
          t.details ->> 'side', t.details ->> 'sides', t.details ->> 'purpose',
          t.details ->> 'rule'], null) else '{}'::text[] end`,
      }),
      prev_hash: excluded('internal'),
      hash: excluded('internal'),
    },
  },
} as const satisfies Register
