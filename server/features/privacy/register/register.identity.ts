import { sql } from '#server/platform/database/database.ts'
import {
  byUser,
  given,
  maybe,
  noted,
  time,
  truth,
  without,
  words,
  type Register,
} from './register.shape.ts'

const version = noted(undefined, {
  as: 'version',
  from: () => sql`(select v.document || ' ' || v.version from consent_versions v
    where v.id = t.consent_version_id)`,
})

/** Identity documents, and what was agreed to. */
export const identityRegister = {
  verification_submissions: {
    purpose: 'identity',
    kept: ['identityApproved', 'identityRejected', 'identityAbandoned'],
    whose: byUser,
    order: 'created_at',
    columns: {
      id: noted(),
      user_id: without('repeated'),
      method: given(),
      status: noted(),
      created_at: noted(time),
      consent: given(),
      consented_at: given(time),
      reviewer_id: without('others'),
      review_note: noted(maybe()),
      decided_at: noted(maybe(time)),
    },
  },
  verification_files: {
    purpose: 'identity',
    kept: ['identityApproved', 'identityRejected', 'identityAbandoned'],
    whose: byUser,
    order: 'created_at',
    columns: {
      id: without('internal'),
      user_id: without('repeated'),
      meant_for: without('repeated'),
      submission_id: noted(maybe()),
      side: given(),
      path: given(maybe(), {
        as: 'file',
        from: () => sql`'documents/' || t.submission_id || '-' || t.side || '.jpg'`,
      }),
      created_at: noted(time),
    },
  },
  id_file_keys: {
    purpose: 'identity',
    kept: ['identityApproved', 'identityRejected', 'identityAbandoned'],
    whose: (userId) =>
      sql`t.file_id in (select f.id from verification_files f where f.user_id = ${userId})`,
    columns: {
      file_id: without('internal'),
      epoch: without('internal'),
      wrapped: without('secret'),
    },
  },
  shred_receipts: {
    purpose: 'identity',
    kept: [],
    whose: byUser,
    order: 'created_at',
    columns: {
      id: without('internal'),
      user_id: without('repeated'),
      submission_id: noted(),
      sides: noted(words),
      rule: noted(),
      created_at: noted(time),
    },
  },
  user_consents: {
    purpose: 'consents',
    kept: ['consents'],
    whose: byUser,
    order: 'created_at',
    columns: {
      user_id: without('repeated'),
      consent_version_id: version,
      created_at: given(time),
    },
  },
  terms_mails: {
    purpose: 'consents',
    kept: [],
    whose: byUser,
    order: 'created_at',
    columns: {
      user_id: without('repeated'),
      consent_version_id: version,
      created_at: noted(time),
    },
  },
  consent_ledger: {
    purpose: 'consents',
    kept: ['consents'],
    whose: byUser,
    order: 'id',
    columns: {
      id: without('internal'),
      user_id: without('repeated'),
      document: given(),
      version: given(),
      is_given: given(truth),
      text_sha256: noted(maybe(), { from: () => sql`encode(t.text_sha256, 'hex')` }),
      language: noted(maybe()),
      method: given(),
      at: noted(time),
    },
  },
  consent_log: {
    purpose: 'consents',
    kept: ['consents'],
    whose: byUser,
    order: 'id',
    columns: {
      id: without('internal'),
      created_at: noted(time),
      session_id: noted(),
      user_id: without('repeated'),
      necessary_consent: given(truth),
      analytics_consent: given(truth),
      marketing_consent: given(truth),
      method: given(),
      policy_version: noted(),
      banner_text_sha256: noted(undefined, {
        from: () => sql`encode(t.banner_text_sha256, 'hex')`,
      }),
      language: noted(),
      user_agent: noted(maybe()),
    },
  },
  consent_versions: { impersonal: ['id', 'document', 'version', 'created_at'] },
} as const satisfies Register
