// What members may see of what is held about them, the copy of it, and deleting the account.
import { codes } from '../errors.ts'
import * as z from 'zod/mini'
import { endpoint, file, Done } from '../endpoint.ts'
import { MailToken } from '../tokens.ts'
import { ViewPurpose } from '../verification/verification.ts'

/** A copy of everything the club holds about somebody: one at a time, built at most once in 24 hours. */
export const Export = z.object({
  id: z.uuid(),
  state: z.enum(['waiting', 'building', 'ready', 'failed', 'expired']),
  /** Percent. */
  progress: z.int(),
  requestedAt: z.iso.datetime(),
  readyAt: z.nullable(z.iso.datetime()),
  /** Seven days after it was ready; then it is deleted. */
  expiresAt: z.nullable(z.iso.datetime()),
  bytes: z.nullable(z.int()),
  /** Whether it went before its time, with a document in it that was shredded. */
  isVoid: z.boolean(),
  /** When the next one may be asked for. */
  nextAt: z.iso.datetime(),
})
export type Export = z.infer<typeof Export>

export const getExport = endpoint({
  method: 'GET',
  path: '/api/mine/export',
  access: 'account',
  response: z.object({ export: z.nullable(Export) }),
})

export const requestExport = endpoint({
  method: 'POST',
  path: '/api/mine/export',
  access: 'account',
  response: Export,
  errors: ['proof_needed', 'export_too_soon'],
})

/** A link to it, good once; the mail brings one, too. */
export const openExport = endpoint({
  method: 'POST',
  path: '/api/mine/export/link',
  access: 'account',
  response: z.object({ token: MailToken }),
  errors: ['proof_needed', codes.notFound],
})

/** Only for whom it is about, freshly proved; by a link that was not used before. */
export const fetchExport = file({
  path: '/api/mine/export/file/:token',
  access: 'account',
  params: z.object({ token: MailToken }),
  file: ['application/zip'],
  errors: ['proof_needed', codes.notFound, 'gone'],
})

/** When and why somebody opened one's identity documents; by whom is not said (CJEU C-579/21). */
export const listDocumentViews = endpoint({
  method: 'GET',
  path: '/api/mine/document-views',
  access: 'account',
  response: z.object({
    views: z.array(
      z.object({
        at: z.iso.datetime(),
        side: z.enum(['front', 'back', 'selfie']),
        purpose: ViewPurpose,
      }),
    ),
  }),
})

/**
 * When and in which capacity staff read words of a table: shown to the reporter at once, to the member
 * the case is about once it was decided. Never who looked, and never who reported.
 */
export const listLooks = endpoint({
  method: 'GET',
  path: '/api/mine/looks',
  access: 'account',
  response: z.object({
    /** Newest first. */
    looks: z.array(
      z.object({
        at: z.iso.datetime(),
        capacity: z.enum(['moderator', 'admin']),
        /** `C-2026-123456`. */
        caseNumber: z.string(),
        /** Whether the case is about the viewer; otherwise they reported. */
        isAbout: z.boolean(),
      }),
    ),
  }),
})

/** Mails of the last 90 days, newest first: what they said is not kept. */
export const listSentMails = endpoint({
  method: 'GET',
  path: '/api/mine/mails',
  access: 'account',
  response: z.object({
    mails: z.array(z.object({ sentAt: z.iso.datetime(), subject: z.string() })),
  }),
})

/** What the club would be without somebody. */
export const foreseeDeletion = endpoint({
  method: 'GET',
  path: '/api/mine/deletion',
  access: 'account',
  /** Whether nobody else is an admin who could act: said beforehand, and no reason to keep anybody. */
  response: z.object({ isLastAdmin: z.boolean() }),
})

/** Hides the account everywhere, signs it out and shreds its identity documents at once; the rest goes by `purgeAt`. */
export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/mine/deletion',
  access: 'account',
  response: z.object({ purgeAt: z.iso.datetime() }),
  errors: ['proof_needed'],
})

/** From the mail: the account is there again, as far as nothing of it was shredded. */
export const undoDeletion = endpoint({
  method: 'POST',
  path: '/api/mine/deletion/undo',
  access: 'visitor',
  body: z.object({ token: MailToken }),
  response: Done,
  errors: ['invalid_link'],
})
