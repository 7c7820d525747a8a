// Posts of a room: their shape, the pages they are read in, and how one is written.
import { codes } from '../errors.ts'
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Author } from './author.ts'
import { PostText } from './textFields.ts'
import { limits } from '../limits.ts'
import { Mention } from './mentions.ts'
import { pacingErrors } from '../content-rules/pacingErrors.ts'
import { Icebreaker, insideRoomErrors, RoomSlug } from '../rooms/rooms.ts'

/** What a post answers. Without author and line: it was removed, or is not for the viewer. */
export const Quote = z.object({
  id: z.nullable(z.uuid()),
  number: z.int(),
  author: z.nullable(z.object({ id: z.uuid(), username: z.string() })),
  /** Its first line, and who is named there. */
  line: z.nullable(z.string()),
  mentions: z.array(Mention),
})
export type Quote = z.infer<typeof Quote>

/** A post that answers another: by whom, in the order of their numbers. */
export const Reply = z.object({
  id: z.uuid(),
  number: z.int(),
  author: z.object({ id: z.uuid(), username: z.string(), portrait: z.nullable(z.uuid()) }),
})
export type Reply = z.infer<typeof Reply>

export const Post = z.object({
  id: z.uuid(),
  /** The place in its room: counts up by one in commit order, without gaps. */
  number: z.int().check(z.positive()),
  text: z.string(),
  createdAt: z.iso.datetime(),
  editedAt: z.nullable(z.iso.datetime()),
  author: Author,
  /** The icebreaker it answers, if any. */
  icebreakerId: z.nullable(z.uuid()),
  reply: z.nullable(Quote),
  mentions: z.array(Mention),
  /** What answers it, the first of them; left out where nothing does. */
  replies: z.optional(z.array(Reply).check(z.maxLength(limits.repliesCounted))),
})
export type Post = z.infer<typeof Post>

/** Until when its author may change a post, in ms since 1970. */
export const editDeadline = ({ createdAt }: Pick<Post, 'createdAt'>): number =>
  Date.parse(createdAt) + limits.editMinutes * 60_000

const params = z.object({ slug: RoomSlug })
export const PostNumber = z.coerce.number().check(z.int(), z.gte(0), z.lt(Number.MAX_SAFE_INTEGER))

/**
 * A page of a room by number. `from`–`to` are the numbers the answer speaks of: one in that
 * range without a post was removed or is not for the viewer. Nothing: the newest page. `count` asks
 * for more than a screenful, or with `after` for fewer than a browser that catches up wants.
 */
export const listPosts = endpoint({
  method: 'GET',
  path: '/api/rooms/:slug/posts',
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
    /** The room's newest number; more than `to` after a catch-up that hit its limit. */
    latest: z.int(),
  }),
  errors: insideRoomErrors,
})

/**
 * The browser makes the id; sending the same one again gives the post that is already there. With
 * `replyTo`, the id of a post of the same room, it answers that one.
 */
export const createPost = endpoint({
  method: 'POST',
  path: '/api/rooms/:slug/posts',
  access: 'member',
  params,
  body: z.object({
    id: z.uuid(),
    text: PostText,
    icebreakerId: z.nullish(z.uuid()),
    replyTo: z.nullish(z.uuid()),
  }),
  response: z.extend(Post, {
    /** How many more the viewer may post within so many minutes, where that is few. */
    left: z.nullable(z.object({ count: z.int(), minutes: z.int() })),
  }),
  errors: [
    ...insideRoomErrors,
    ...pacingErrors,
    'terms_due',
    'posting_limited',
    codes.conflict,
    'post_gone',
  ],
})

/** What was posted today in answer to the question of the club's day, newest first. */
export const listAnswers = endpoint({
  method: 'GET',
  path: '/api/rooms/:slug/answers',
  access: 'member',
  params,
  query: z.object({ before: z.optional(PostNumber) }),
  response: z.object({
    icebreaker: z.nullable(Icebreaker),
    posts: z.array(Post).check(z.maxLength(limits.answersPerPage)),
    /** Ask with this as `before` for those before; null: that was all. */
    before: z.nullable(z.int()),
  }),
  errors: insideRoomErrors,
})

/** The question of the club's day, with the newest answers to it from the rooms the viewer may read. */
export const getQuestion = endpoint({
  method: 'GET',
  path: '/api/rooms/question',
  access: 'member',
  response: z.object({
    icebreaker: z.nullable(Icebreaker),
    /** The newest first. */
    answers: z
      .array(
        z.object({
          room: z.object({ slug: RoomSlug, name: z.string() }),
          post: z.pick(Post, { id: true, number: true, text: true, author: true, mentions: true }),
        }),
      )
      .check(z.maxLength(limits.answersQuoted)),
    /** In which of them the viewer read last. */
    lastRoom: z.nullable(RoomSlug),
  }),
})
