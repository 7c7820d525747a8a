// Identity documents and consents in the register of personal data: what of them a copy of one's data gives.
import { sql } from '#server/platform/database/database.ts'
import {
  byUser,
  provided,
  nullable,
  observed,
  time,
  truth,
  excluded,
  words,
  type Register,
} from './register.shape.ts'

const version = observed(undefined, {
  as: 'version',
  from: () => sql`(select v.document || ' ' || v.version from consent_versions v
    where v.id = t.consent_version_id)`,
})

export const identityRegister = {
  verification_submissions: {
    purpose: 'identity',
    retentionRules: ['identityApproved', 'identityRejected', 'identityAbandoned'],
    whose: byUser,
    order: 'created_at',
    columns: {
      id: observed(),
      user_id: excluded('repeated'),
      method: provided(),
      status: observed(),
      created_at: observed(time),
      consent: provided(),
      consented_at: provided(time),
      reviewer_id: excluded('others'),
      review_note: observed(nullable()),
      decided_at: observed(nullable(time)),
    },
  },
  verification_files: {
    purpose: 'identity',
    retentionRules: ['identityApproved', 'identityRejected', 'identityAbandoned'],
    whose: byUser,
    order: 'created_at',
    columns: {
      id: excluded('internal'),
      user_id: excluded('repeated'),
      meant_for: excluded('repeated'),
      submission_id: observed(nullable()),
      side: provided(),
      path: provided(nullable(), {
        as: 'file',
        from: () => sql`'documents/' || t.submission_id || '-' || t.side || '.jpg'`,
      }),
      created_at: observed(time),
    },
  },
  id_file_keys: {
    purpose: 'identity',
    retentionRules: ['identityApproved', 'identityRejected', 'identityAbandoned'],
    whose: (userId) =>
      sql`t.file_id in (select f.id from verification_files f where f.user_id = ${userId})`,
    columns: {
      file_id: excluded('internal'),
      epoch: excluded('internal'),
      wrapped: excluded('secret'),
    },
  },
  shred_receipts: {
    purpose: 'identity',
    retentionRules: [],
    whose: byUser,
    order: 'created_at',
    columns: {
      id: excluded('internal'),
      user_id: excluded('repeated'),
      submission_id: observed(),
      sides: observed(words),
      rule: observed(),
      created_at: observed(time),
    },
  },
  user_consents: {
    purpose: 'consents',
    retentionRules: ['consents'],
    whose: byUser,
    order: 'created_at',
    columns: {
      user_id: excluded('repeated'),
      consent_version_id: version,
      created_at: provided(time),
    },
  },
  terms_mails: {
    purpose: 'consents',
    retentionRules: [],
    whose: byUser,
    order: 'created_at',
    columns: {
      user_id: excluded('repeated'),
      consent_version_id: version,
      created_at: observed(time),
    },
  },
  consent_ledger: {
    purpose: 'consents',
    retentionRules: ['consents'],
    whose: byUser,
    order: 'id',
    columns: {
      id: excluded('internal'),
      user_id: excluded('repeated'),
      document: provided(),
      version: provided(),
      is_given: provided(truth),
      text_sha256: observed(nullable(), { from: () => sql`encode(t.text_sha256, 'hex')` }),
      language: observed(nullable()),
      method: provided(),
      at: observed(time),
    },
  },
  consent_log: {
    purpose: 'consents',
    retentionRules: ['consents'],
    whose: byUser,
    order: 'id',
    columns: {
      id: excluded('internal'),
      created_at: observed(time),
      session_id: observed(),
      user_id: excluded('repeated'),
      necessary_consent: provided(truth),
      analytics_consent: provided(truth),
      marketing_consent: provided(truth),
      method: provided(),
      policy_version: observed(),
      banner_text_sha256: observed(undefined, {
        from: () => sql`encode(t.banner_text_sha256, 'hex')`,
      }),
      language: observed(),
      user_agent: observed(nullable()),
    },
  },
  consent_versions: { impersonal: ['id', 'document', 'version', 'created_at'] },
} as const satisfies Register
