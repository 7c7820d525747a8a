// A member's own verification: handing in an identity document, taking it back, and when it was looked at.
import * as z from 'zod/mini'
import { VerificationStatus } from '../accounts/session.ts'
import { endpoint } from '../endpoint.ts'
import { documentFaults } from '../errors.ts'
import { limits } from '../limits.ts'

export const VerificationMethod = z.enum(['none', 'id_manual', 'id_auto', 'payment'])
export const Side = z.enum(['front', 'back', 'selfie'])
export type Side = z.infer<typeof Side>
/** Why a reviewer looks at an image: to decide, or once more after it was decided. */
export const ViewPurpose = z.enum(['review', 'second_look'])
export type ViewPurpose = z.infer<typeof ViewPurpose>
/** Without these there is nothing to submit, and nothing to approve. */
export const neededSides = ['front', 'selfie'] as const satisfies readonly Side[]

/** The version of the text a member agrees to before a copy of a document is made (§ 20 PAuswG). */
export const COPY_CONSENT = 'id-copy-1.0.0'

/** Everything the member may know of their verification. */
export const Verification = z.object({
  status: VerificationStatus,
  /** Named only while verified. */
  method: VerificationMethod,
  /** Why the last submission was rejected, as the reviewer worded it. */
  reason: z.nullable(z.string()),
  submittedAt: z.nullable(z.iso.datetime()),
  /** Median hours from submission to decision over the last 30 days; null while there are none. */
  medianHours: z.nullable(z.number()),
  /** Who looked: when, at which side, why. Never who by name. */
  views: z.array(z.object({ at: z.iso.datetime(), side: Side, purpose: ViewPurpose })),
  /** What was shredded, when, by which rule. */
  receipts: z.array(
    z.object({
      at: z.iso.datetime(),
      sides: z.array(Side),
      rule: z.enum([
        'approved_30',
        'rejected_90',
        'abandoned_30',
        'replaced',
        'withdrawn',
        'account',
      ]),
    }),
  ),
})
export type Verification = z.infer<typeof Verification>

export const getVerification = endpoint({
  method: 'GET',
  path: '/api/verification',
  access: 'member',
  isForAgeProof: true,
  response: Verification,
})

/**
 * Takes one file in: decoded, stamped, encrypted, and kept for an hour until it is submitted.
 * `type` is what the member's file is called after its last dot; it must agree with the signature.
 */
export const stageFile = endpoint({
  method: 'POST',
  path: '/api/verification/files',
  access: 'member',
  limits: { member: 'idFileTry' },
  isLimitedByHandler: true,
  isForAgeProof: true,
  query: z.object({ side: Side, type: z.enum(['jpeg', 'png', 'pdf']) }),
  upload: { maxBytes: limits.idFileBytes },
  response: z.object({ fileId: z.uuid() }),
  errors: [
    'terms_due',
    'wrong_file_type',
    ...documentFaults,
    'upload_limit_reached',
    'already_pending',
    'already_verified',
  ],
})

/** All or nothing: the submission, its files, the status, the trace. */
export const submitVerification = endpoint({
  method: 'POST',
  path: '/api/verification',
  access: 'member',
  isForAgeProof: true,
  body: z.object({
    frontId: z.uuid(),
    backId: z.nullish(z.uuid()),
    selfieId: z.uuid(),
    consent: z.literal(COPY_CONSENT),
  }),
  response: Verification,
  errors: [
    'terms_due',
    'files_missing',
    'upload_limit_reached',
    'already_pending',
    'already_verified',
  ],
})

/**
 * Takes back consent while nobody has decided: the files are shredded, the status is none again.
 * Open to the suspended too: taking it back is as easy as giving it, at any time (Art. 7 (3) GDPR).
 */
export const withdrawVerification = endpoint({
  method: 'DELETE',
  path: '/api/verification',
  access: 'account',
  response: Verification,
  errors: ['already_decided'],
})
