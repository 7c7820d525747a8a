import { codes } from '../errors.ts'
import * as z from 'zod/mini'
import { endpoint, Done } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { insideRoomErrors, roomEntryErrors, RoomSlug } from '../rooms/rooms.ts'

const params = z.object({ postId: z.uuid() })
const Number = z.coerce.number().check(z.int(), z.gte(1), z.lt(globalThis.Number.MAX_SAFE_INTEGER))

/** A private hello to the author of a post; once for each post, repeating it changes nothing. */
export const wave = endpoint({
  method: 'POST',
  path: '/api/posts/:postId/waves',
  access: 'member',
  params,
  response: z.object({
    undoableUntil: z.iso.datetime(),
    /** Its author waved at the viewer before, and it is an answer. */
    isMutual: z.boolean(),
  }),
  errors: [...insideRoomErrors, 'terms_due', 'wave_resting', codes.notFound],
})

/**
 * Waves at the newest post of a member in a room both are in at which the viewer has not waved; asked
 * again while the wave can be undone, it is the same wave. Who is not seen is answered like nobody.
 */
export const waveBack = endpoint({
  method: 'POST',
  path: '/api/members/:memberId/waves',
  access: 'member',
  params: z.object({ memberId: z.uuid() }),
  response: z.object({
    post: z.object({ id: z.uuid(), room: RoomSlug, roomName: z.string(), number: z.int() }),
    undoableUntil: z.iso.datetime(),
  }),
  errors: [...roomEntryErrors, 'terms_due', 'wave_resting', 'nothing_to_wave_at', codes.notFound],
})

/** Within `limits.waveUndoSeconds`; without a wave there is nothing to undo, and nothing is wrong. */
export const undoWave = endpoint({
  method: 'DELETE',
  path: '/api/posts/:postId/waves',
  access: 'member',
  params,
  response: Done,
  errors: ['wave_settled'],
})

/** At which posts of a room the viewer waved, by their numbers from `from` to `to`. */
export const listOwnWaves = endpoint({
  method: 'GET',
  path: '/api/rooms/:slug/waves',
  access: 'member',
  params: z.object({ slug: RoomSlug }),
  query: z.object({ from: Number, to: Number }),
  response: z.object({
    numbers: z.array(z.int()).check(z.maxLength(limits.wavesPerQuestion)),
    /** Of these the posts of those who waved at the viewer too. */
    mutual: z.array(z.int()).check(z.maxLength(limits.wavesPerQuestion)),
  }),
  errors: insideRoomErrors,
})
