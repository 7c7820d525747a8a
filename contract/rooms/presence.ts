import * as z from 'zod/mini'
import { endpoint, Done } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { insideRoomErrors, RoomSlug } from './rooms.ts'

/** Somebody in a room, as a line of names shows them. */
export const Present = z.object({ id: z.uuid(), username: z.string() })
export type Present = z.infer<typeof Present>

/** Tells which rooms the tabs of a browser show, by what it calls its line (`followClub`). */
export const setPlaces = endpoint({
  method: 'PUT',
  path: '/api/presence',
  access: 'member',
  body: z.object({
    line: z.uuid(),
    rooms: z.array(RoomSlug).check(z.maxLength(limits.roomsPerLine)),
  }),
  response: Done,
})

/** Who is in a room now, of those the viewer sees: by name, and how many there are. */
export const listPresent = endpoint({
  method: 'GET',
  path: '/api/rooms/:slug/present',
  access: 'member',
  params: z.object({ slug: RoomSlug }),
  response: z.object({
    /** Null: the viewer is seen nowhere, and sees nobody. */
    count: z.nullable(z.int()),
    people: z
      .array(
        z.object({
          ...Present.shape,
          city: z.nullable(z.string()),
          portrait: z.nullable(z.uuid()),
        }),
      )
      .check(z.maxLength(limits.presentListed)),
  }),
  errors: insideRoomErrors,
})

/** The viewer is writing something in the room; told every few seconds for as long as they do. */
export const tellWriting = endpoint({
  method: 'POST',
  path: '/api/rooms/:slug/writing',
  access: 'member',
  params: z.object({ slug: RoomSlug }),
  response: Done,
  errors: insideRoomErrors,
})
