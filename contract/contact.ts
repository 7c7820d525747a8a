// What anybody may send the club, a message or a notice of illegal content, and how admins answer messages.
import { codes } from './errors.ts'
import * as z from 'zod/mini'
import { endpoint, Done } from './endpoint.ts'
import { Language } from './fields.ts'
import { Email } from './emailField.ts'
import { After, Next } from './paging.ts'
import { LineText, NoteText } from './posts/textFields.ts'
import { limits } from './limits.ts'
import { MailToken } from './tokens.ts'

const Name = LineText(limits.contactName)
/** What a receipt is called by, in the mail and on the phone: `K-2026-000123`. */
const Receipt = z.object({ reference: z.string() })

export const contactTopics = [
  'question',
  'account',
  'payment',
  'privacy',
  'accessibility',
  'press',
  'other',
] as const

/** A message to people, from anyone; its receipt is mailed. */
export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/contact',
  access: 'visitor',
  body: z.object({
    /** Made in the browser; a repeat gets the first receipt. */
    id: z.uuid(),
    topic: z.enum(contactTopics),
    name: z.optional(Name),
    email: Email,
    text: NoteText(limits.contactText),
    language: z.optional(Language),
  }),
  response: Receipt,
})

export const noticeKinds = [
  'illegal',
  'minor',
  'intimate',
  'threat',
  'fraud',
  'rights',
  'rules',
  'other',
] as const

/** A notice of content (Art. 16 DSA), from anyone. Only one of a minor may come without a name and an address. */
export const sendNotice = endpoint({
  method: 'POST',
  path: '/api/notices',
  access: 'visitor',
  body: z
    .object({
      id: z.uuid(),
      kind: z.enum(noticeKinds),
      /** The exact address, or where it is to be found. */
      location: LineText(limits.noticeLocation),
      explanation: NoteText(limits.noticeText),
      name: z.optional(Name),
      email: z.optional(Email),
      /** "I state in good faith that this is correct and complete." */
      isGoodFaith: z.literal(true, { error: 'good_faith_required' }),
      language: z.optional(Language),
    })
    .check(
      z.refine(({ kind, name, email }) => kind === 'minor' || (name && email), {
        path: ['email'],
        error: 'email_invalid',
      }),
    ),
  response: Receipt,
})

/** By the link in the receipt: the address of a notice is the sender's. */
export const confirmNotice = endpoint({
  method: 'POST',
  path: '/api/notices/confirmations',
  access: 'visitor',
  body: z.object({ token: MailToken }),
  response: Done,
  errors: ['invalid_link'],
})

export const ContactLine = z.object({
  id: z.uuid(),
  reference: z.string(),
  topic: z.enum(contactTopics),
  name: z.nullable(z.string()),
  email: z.string(),
  text: z.string(),
  receivedAt: z.iso.datetime(),
  answer: z.nullable(z.object({ text: z.string(), by: z.string(), at: z.iso.datetime() })),
})
export type ContactLine = z.infer<typeof ContactLine>

/** What waits for an answer, oldest first, or everything, newest first. */
export const listMessages = endpoint({
  method: 'GET',
  path: '/api/admin/contact',
  access: 'admin',
  query: z.object({ filter: z.optional(z.enum(['open', 'all'])), after: z.optional(After) }),
  response: z.object({
    messages: z.array(ContactLine).check(z.maxLength(limits.doorLinesPerPage)),
    next: Next,
    open: z.int(),
  }),
})

/** Mails an answer; of two at once one is sent and the other gets a refusal. */
export const answerMessage = endpoint({
  method: 'POST',
  path: '/api/admin/contact/:messageId/answer',
  access: 'admin',
  params: z.object({ messageId: z.uuid() }),
  body: z.object({ text: NoteText(limits.contactText) }),
  response: Done,
  errors: [codes.notFound, 'already_decided'],
})
