// How admins review identity documents: the queue, looking at images, and the decision, made once.
import { codes } from '../errors.ts'
import * as z from 'zod/mini'
import { endpoint, file } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { After, Next } from '../paging.ts'
import { Side, VerificationMethod, ViewPurpose } from './verification.ts'
import { cleanWords, codePoints } from '../words.ts'

const SubmissionStatus = z.enum(['pending', 'verified', 'rejected'])

export const SubmissionLine = z.object({
  id: z.uuid(),
  /** Null when the account is gone. */
  username: z.nullable(z.string()),
  method: VerificationMethod,
  submittedAt: z.iso.datetime(),
  status: SubmissionStatus,
})
export type SubmissionLine = z.infer<typeof SubmissionLine>

/** Newest first; `queue` is what is pending, oldest first. */
export const listSubmissions = endpoint({
  method: 'GET',
  path: '/api/admin/verifications',
  access: 'admin',
  query: z.object({ filter: z.optional(z.enum(['all', 'queue'])), after: z.optional(After) }),
  response: z.object({
    submissions: z.array(SubmissionLine).check(z.maxLength(limits.submissionsPerPage)),
    next: Next,
    /** How many are pending in all. */
    waiting: z.int(),
  }),
})

const params = z.object({ submissionId: z.uuid() })

/** What a reviewer needs to decide, and nothing more. */
export const getSubmission = endpoint({
  method: 'GET',
  path: '/api/admin/verifications/:submissionId',
  access: 'admin',
  params,
  response: z.extend(SubmissionLine, {
    /** `YYYY-MM-DD`, as declared at sign-up, and the age that makes today in Europe/Berlin. */
    birthdate: z.nullable(z.string()),
    age: z.nullable(z.int()),
    /** In which the member reads the note; null when the account is gone. */
    language: z.nullable(z.enum(['de', 'en'])),
    /** The sides that can still be looked at. */
    sides: z.array(Side),
    /** The sides this reviewer has looked at; approving needs all required ones. */
    seen: z.array(Side),
    note: z.nullable(z.string()),
    reviewer: z.nullable(z.string()),
    decidedAt: z.nullable(z.iso.datetime()),
    isOwn: z.boolean(),
  }),
  errors: [codes.notFound],
})

/** Mints the address of one image for this admin's session: good for 300 seconds (spec section 9), and until it is decided. Afterwards only a second look opens an image, which is on record as one. */
export const openImage = endpoint({
  method: 'POST',
  path: '/api/admin/verifications/:submissionId/images',
  access: 'admin',
  params,
  body: z.object({ side: Side, purpose: z.optional(ViewPurpose) }),
  response: z.object({ url: z.string(), expiresAt: z.iso.datetime() }),
  errors: [codes.notFound, 'proof_needed', 'own_submission', 'already_decided'],
})

/** The image itself. That it was opened is on record before the first byte. */
export const getImage = file({
  path: '/api/admin/verifications/:submissionId/images/:side',
  access: 'admin',
  params: z.object({ ...params.shape, side: Side }),
  query: z.object({ link: z.string().check(z.maxLength(200)) }),
  file: ['image/jpeg'],
  errors: [codes.notFound, 'link_expired', 'own_submission'],
})

export const checklist = ['photoMatches', 'documentValid', 'birthdateMatches', 'isAdult'] as const

/** Of two reviewers at once one decides; the other gets a refusal. To approve, a reviewer must have looked at the required sides. */
export const decideSubmission = endpoint({
  method: 'POST',
  path: '/api/admin/verifications/:submissionId/decision',
  access: 'admin',
  params,
  body: z.object({
    decision: z.enum(['verified', 'rejected']),
    /** Required to reject. The member reads it. */
    note: z.optional(
      z
        .pipe(z.string(), z.transform(cleanWords))
        .check(z.refine((text) => codePoints(text) <= limits.reviewNote)),
    ),
    /** Beside a rejection: what was seen may be a minor, who is suspended until the desk has decided. */
    isMinor: z.optional(z.boolean()),
    /** The one it was held against, as `getSubmission` told it: another by now is compared again. A page of the release before names none. */
    birthdate: z.optional(z.nullable(z.string().check(z.maxLength(10)))),
    /** All of it is required to approve. */
    checklist: z.optional(
      z.object({
        photoMatches: z.boolean(),
        documentValid: z.boolean(),
        birthdateMatches: z.boolean(),
        isAdult: z.boolean(),
      }),
    ),
  }),
  response: SubmissionLine,
  errors: [
    codes.notFound,
    'proof_needed',
    'note_missing',
    'checklist_missing',
    'images_unseen',
    'already_decided',
    'own_submission',
    'staff_member',
  ],
})
