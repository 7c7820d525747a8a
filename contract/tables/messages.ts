import * as z from 'zod/mini'
import { pacingErrors } from '../content-rules/pacingErrors.ts'
import { endpoint } from '../endpoint.ts'
import { codes } from '../errors.ts'
import { atLeast, atMost, cleanedText } from '../fields.ts'
import { limits } from '../limits.ts'
import { Post, PostNumber } from '../posts/posts.ts'
import { cleanWords } from '../words.ts'

const params = z.object({ tableId: z.uuid() })
const ofMessage = z.object({ tableId: z.uuid(), messageId: z.uuid() })

export const MessageText = cleanedText(cleanWords, 'post_empty').check(
  atLeast(1, 'post_empty'),
  atMost(limits.messageText, 'post_too_long'),
)

/** Why nothing can be written at a table. */
const writingErrors = [
  codes.notFound,
  'consent_required',
  'not_admitted',
  'terms_due',
  'posting_limited',
  'table_ended',
  'table_resting',
  'contact_too_soon',
  ...pacingErrors,
] as const

/**
 * A page of what was said at a table, by number, as `listPosts` answers one of a room: a message is
 * shaped like a post that names nobody. One that is missing was deleted, or is not for the viewer.
 */
export const listTableMessages = endpoint({
  method: 'GET',
  path: '/api/tables/:tableId/messages',
  access: 'member',
  params,
  query: z.object({
    before: z.optional(PostNumber),
    after: z.optional(PostNumber),
    count: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(limits.postsPerCatchUp))),
  }),
  response: z.object({
    /** Newest first. */
    posts: z.array(Post).check(z.maxLength(limits.postsPerCatchUp)),
    from: z.int(),
    to: z.int(),
    latest: z.int(),
  }),
  errors: [codes.notFound],
})

/** The browser makes the id; sending the same one again gives the message that is already there. */
export const createTableMessage = endpoint({
  method: 'POST',
  path: '/api/tables/:tableId/messages',
  access: 'member',
  params,
  body: z.object({ id: z.uuid(), text: MessageText, replyTo: z.nullish(z.uuid()) }),
  response: Post,
  errors: [...writingErrors, codes.conflict, 'post_gone'],
})

/** By its author, as long as `editDeadline` says. The same text again changes nothing. */
export const editTableMessage = endpoint({
  method: 'PUT',
  path: '/api/tables/:tableId/messages/:messageId',
  access: 'member',
  limits: { member: 'postEdit' },
  isLimitedByHandler: true,
  params: ofMessage,
  body: z.object({ text: MessageText }),
  response: Post,
  errors: [...writingErrors, 'post_gone', 'edit_too_late'],
})

/** By its author, whenever they want; its words are gone at once, for both. */
export const deleteTableMessage = endpoint({
  method: 'DELETE',
  path: '/api/tables/:tableId/messages/:messageId',
  access: 'member',
  params: ofMessage,
  response: z.object({ done: z.literal(true) }),
  errors: [codes.notFound, 'post_gone'],
})

export const TableHit = z.object({
  tableId: z.uuid(),
  /** Whose table it is, beside the viewer. */
  other: z.nullable(z.object({ id: z.uuid(), username: z.string() })),
  message: z.object({
    id: z.uuid(),
    number: z.int(),
    isOwn: z.boolean(),
    text: z.string(),
    createdAt: z.iso.datetime(),
  }),
  /** What in the text was looked for: from and to, in UTF-16 units, in order, apart. */
  matches: z.array(z.object({ from: z.int(), to: z.int() })),
})
export type TableHit = z.infer<typeof TableHit>

const Words = cleanedText(cleanWords, 'invalid').check(atMost(limits.searchWords, 'text_too_long'))

/** What was said at the viewer's own tables, newest first: messages in which every word given begins one. */
export const searchTables = endpoint({
  method: 'GET',
  path: '/api/tables/search',
  access: 'member',
  limits: { member: 'search' },
  query: z.object({ words: Words, before: z.optional(z.string().check(z.maxLength(200))) }),
  response: z.object({
    found: z.array(TableHit).check(z.maxLength(limits.searchPage)),
    /** Ask with this as `before` for those before; null: that was all. */
    next: z.nullable(z.string()),
  }),
})
