import * as z from 'zod/mini'
import { endpoint, Done } from '../endpoint.ts'
import { RoomSlug } from '../rooms/rooms.ts'

export const ReceivedWave = z.object({
  at: z.iso.datetime(),
  waver: z.object({
    id: z.uuid(),
    username: z.string(),
    isVerified: z.boolean(),
    portrait: z.nullable(z.uuid()),
  }),
  post: z.object({ room: RoomSlug, roomName: z.string(), number: z.int(), text: z.string() }),
  /** The viewer waved at them, too. */
  isMutual: z.boolean(),
})
export type ReceivedWave = z.infer<typeof ReceivedWave>

/** Who waved at one's posts, newest first. Nobody else ever sees that. */
export const listWaves = endpoint({
  method: 'GET',
  path: '/api/waves',
  access: 'member',
  query: z.object({ before: z.optional(z.string().check(z.maxLength(200))) }),
  response: z.object({ waves: z.array(ReceivedWave), next: z.nullable(z.string()) }),
})

/** "No, thank you": no wave of theirs arrives any more, nor one at theirs. They do not notice. */
export const declineWaves = endpoint({
  method: 'POST',
  path: '/api/waves/declines',
  access: 'member',
  body: z.object({ waverId: z.uuid() }),
  response: Done,
})
