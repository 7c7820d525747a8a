import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Moment } from '../fields.ts'
import { limits } from '../limits.ts'
import { RoomSlug } from '../rooms/rooms.ts'

/** In lines of the bell, as it shows them. */
const Unread = z.object({ unread: z.int() })

const BellKind = z.enum([
  'reply',
  'wave',
  'mutual_wave',
  'mention',
  'decision',
  'table_asked',
  'table_open',
])
type BellKind = z.infer<typeof BellKind>

/** One line of the bell; several who waved at the same post are one. */
export const BellItem = z.object({
  /** Of the newest in it. */
  id: z.uuid(),
  kind: BellKind,
  at: z.iso.datetime(),
  isRead: z.boolean(),
  /** The newest first, at most `limits.bellNames`; nobody for a decision. */
  actors: z
    .array(z.object({ id: z.uuid(), username: z.string(), portrait: z.nullable(z.uuid()) }))
    .check(z.maxLength(limits.bellNames)),
  /** How many they are in all. */
  count: z.int(),
  /** One waved alone, and the viewer at none of their posts. */
  isWaveOwed: z.boolean(),
  /** Where it happened, and the first words there. */
  post: z.nullable(
    z.object({
      id: z.uuid(),
      room: RoomSlug,
      roomName: z.string(),
      number: z.int(),
      text: z.string(),
    }),
  ),
  /** Of the decision. */
  reference: z.nullable(z.string()),
})
export type BellItem = z.infer<typeof BellItem>

/** Newest first. */
export const listBell = endpoint({
  method: 'GET',
  path: '/api/bell',
  access: 'member',
  query: z.object({ before: z.optional(z.string().check(z.maxLength(200))) }),
  response: z.object({ items: z.array(BellItem), next: z.nullable(z.string()) }),
})

/** One line and all that is in it, by the id it was shown under. */
export const readBellItem = endpoint({
  method: 'POST',
  path: '/api/bell/:itemId/read',
  access: 'member',
  params: z.object({ itemId: z.uuid() }),
  response: Unread,
})

/** Everything up to a moment: what rings meanwhile stays unread. */
export const readBell = endpoint({
  method: 'POST',
  path: '/api/bell/read',
  access: 'member',
  body: z.object({ until: Moment }),
  response: Unread,
})
