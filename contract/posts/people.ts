// People the viewer exchanged waves, replies or names with, and what they have in common with a member.
import { codes } from '../errors.ts'
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { cleanedText, atMost } from '../fields.ts'
import { limits } from '../limits.ts'
import { After, Next } from '../paging.ts'
import { Icebreaker, RoomSlug } from '../rooms/rooms.ts'
import { cleanWords } from '../words.ts'
import { Post } from './posts.ts'

const Starts = cleanedText(cleanWords, 'invalid').check(
  atMost(limits.username.max, 'text_too_long'),
)

/** What passed last between the viewer and a member, and at which post. */
const Exchange = z.object({
  kind: z.enum(['wave', 'reply', 'mention']),
  /** Of the viewer; else of the other. */
  isOwn: z.boolean(),
  at: z.iso.datetime(),
  post: z.object({ room: RoomSlug, roomName: z.string(), number: z.int(), text: z.string() }),
})
type Exchange = z.infer<typeof Exchange>

/** Somebody the viewer exchanged something with, as far as the viewer may know of it. */
export const KnownPerson = z.object({
  id: z.uuid(),
  username: z.string(),
  city: z.nullable(z.string()),
  isVerified: z.boolean(),
  portrait: z.nullable(z.uuid()),
  last: Exchange,
  /** Both waved. */
  isMutual: z.boolean(),
  /** They waved, and the viewer did not. */
  isWaveOwed: z.boolean(),
})
export type KnownPerson = z.infer<typeof KnownPerson>

/** `owed`: what passed last came from them. */
export const PeopleFilter = z.enum(['all', 'mutual', 'owed'])
export type PeopleFilter = z.infer<typeof PeopleFilter>

/**
 * With whom the viewer exchanged waves that were not declined, replies or names, the last one first.
 * Nobody else is ever listed.
 */
export const listPeople = endpoint({
  method: 'GET',
  path: '/api/people',
  access: 'member',
  query: z.object({
    /** How a name begins. */
    starts: z.optional(Starts),
    filter: z.optional(PeopleFilter),
    before: z.optional(After),
  }),
  response: z.object({
    people: z.array(KnownPerson).check(z.maxLength(limits.peoplePerPage)),
    next: Next,
  }),
})

const Said = z.object({
  room: z.object({ slug: RoomSlug, name: z.string() }),
  post: z.pick(Post, { id: true, number: true, text: true, createdAt: true }),
})
export type Said = z.infer<typeof Said>

/**
 * What a member said lately where the viewer may read, which rooms both are in, and what was between
 * the two; of oneself in one's own rooms.
 */
export const getTogether = endpoint({
  method: 'GET',
  path: '/api/members/:memberId/together',
  access: 'member',
  params: z.object({ memberId: z.uuid() }),
  response: z.object({
    /** To questions of the day, newest first. */
    answers: z
      .array(z.extend(Said, { question: Icebreaker.shape.question }))
      .check(z.maxLength(limits.answersShown)),
    /** The newest first. */
    posts: z.array(Said).check(z.maxLength(limits.postsShown)),
    rooms: z.array(z.object({ slug: RoomSlug, name: z.string(), icon: z.string() })),
    /** Nothing of oneself. */
    between: z.nullable(
      z.object({
        /** The viewer waved at them, and when first. */
        wavedAt: z.nullable(z.iso.datetime()),
        wavedBackAt: z.nullable(z.iso.datetime()),
        /** Of either to the other, up to `limits.exchangesLookedAt`. */
        replies: z.int(),
      }),
    ),
  }),
  errors: [codes.notFound],
})
