// What two say at a table: reading, writing, editing and deleting messages, and searching one's own tables.
import * as z from 'zod/mini'
import { endpoint, Done } from '../endpoint.ts'
import { codes } from '../errors.ts'
import { limits } from '../limits.ts'
import { listPosts, Post } from '../posts/posts.ts'
import { SearchText, spokenText } from '../posts/textFields.ts'
import { roomEntryErrors } from '../rooms/rooms.ts'

const params = z.object({ tableId: z.uuid() })
const ofMessage = z.object({ tableId: z.uuid(), messageId: z.uuid() })

export const MessageText = spokenText(limits.messageText)

/** Why nothing, or not this, can be written at a table. */
export const tableWritingErrors = [
  ...roomEntryErrors,
  codes.notFound,
  'terms_due',
  'posting_limited',
  'table_ended',
  'table_resting',
  'contact_too_soon',
  'words_blocked',
  'same_text',
  'newcomer_limit',
  'hidden_now',
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
  query: listPosts.query,
  response: listPosts.response,
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
  errors: [...tableWritingErrors, codes.conflict, 'post_gone'],
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
  errors: [...tableWritingErrors, 'post_gone', 'edit_too_late'],
})

/** By its author, whenever they want; its words are gone at once, for both. */
export const deleteTableMessage = endpoint({
  method: 'DELETE',
  path: '/api/tables/:tableId/messages/:messageId',
  access: 'member',
  params: ofMessage,
  response: Done,
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

/** What was said at the viewer's own tables, newest first: messages in which every word given begins one. */
export const searchTables = endpoint({
  method: 'GET',
  path: '/api/tables/search',
  access: 'member',
  limits: { member: 'search' },
  query: z.object({ words: SearchText, before: z.optional(z.string().check(z.maxLength(200))) }),
  response: z.object({
    found: z.array(TableHit).check(z.maxLength(limits.searchPage)),
    /** Ask with this as `before` for those before; null: that was all. */
    next: z.nullable(z.string()),
  }),
})
