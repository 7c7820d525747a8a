import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { insideRoomErrors, RoomSlug } from '../rooms/rooms.ts'

const params = z.object({ slug: RoomSlug })

/** Members of the room whose names begin like that, to be named in a post. */
export const findPeople = endpoint({
  method: 'GET',
  path: '/api/rooms/:slug/people',
  access: 'member',
  limits: { member: 'peopleAsked' },
  isLimitedByHandler: true,
  params,
  query: z.object({ starts: z.string().check(z.minLength(1), z.maxLength(limits.username.max)) }),
  response: z.object({
    people: z
      .array(z.object({ id: z.uuid(), username: z.string() }))
      .check(z.maxLength(limits.peopleOffered)),
  }),
  errors: insideRoomErrors,
})
