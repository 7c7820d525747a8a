import { limits } from '#contract/limits.ts'
import type { LiveEvent } from '#contract/live.ts'
import type { Post } from '#contract/posts/posts.ts'
import { findTable, tablePlace } from '#web/platform/talk/place.ts'

/** A post as the club would show it. */
export const post = (number: number): Post => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  number,
  text: `post ${number}`,
  createdAt: '2026-11-21T20:00:00.000Z',
  author: {
    id: '00000000-0000-4000-8000-00000000000a',
    username: 'Mia',
    city: null,
    isVerified: false,
    portrait: null,
    role: null,
  },
  editedAt: null,
  icebreakerId: null,
  reply: null,
  mentions: [],
})

/** A room as its entry is answered to those who are in. */
export const lounge = {
  slug: 'lounge',
  name: 'Lounge',
  description: 'Come in',
  icon: 'door',
  accessLevel: 'free',
  isMember: true,
  isDormant: false,
  isMuted: false,
  memberCount: 2,
  entryRefusal: null,
}

/** Where people talk, each of its kind. */
export const places = ['lounge', tablePlace('7ab1e000-0000-4000-8000-000000000001')]

/** What the line tells of a number in a place. */
export function postEvent(place: string, number: number, post: Post | null): LiveEvent {
  const table = findTable(place)
  return table
    ? { type: 'message', table, number, post }
    : { type: 'post', room: place, number, post }
}

/** The first event of a stream, for somebody with this one room or table. */
export function readyEvent(place: string, latest: number): LiveEvent {
  const id = findTable(place)
  return {
    type: 'ready',
    userId: post(1).author.id,
    rooms: id ? [] : [{ slug: place, latest }],
    tables: id ? [{ id, latest }] : [],
  }
}

/** A room as the server keeps it: numbers without gaps, some of them removed. */
export class TestRoom {
  posts: (Post | null)[] = []
  #kept = new Map<number, Post>()

  add = () => {
    this.posts.push(post(this.posts.length + 1))
    return this.posts.length
  }

  keepBack = (number: number) => {
    const post = this.posts[number - 1]
    if (post) this.#kept.set(number, post)
    this.posts[number - 1] = null
  }

  /** Whatever was kept back. */
  showAgain = () => {
    for (const [number, post] of this.#kept) this.posts[number - 1] = post
    this.#kept.clear()
  }

  page({ before = Infinity, after, count }: { before?: number; after?: number; count?: number }) {
    const latest = this.posts.length
    const usual = after === undefined ? limits.postsShownPerRoom : limits.postsPerCatchUp
    const limit = count ?? usual
    const all = this.posts.filter(
      (one): one is Post => one !== null && one.number > (after ?? 0) && one.number < before,
    )
    const posts = (after === undefined ? all.slice(-limit) : all.slice(0, limit)).reverse()
    const isFull = posts.length === limit
    const span = { from: (after ?? 0) + 1, to: Math.min(before - 1, latest) }
    if (isFull && after === undefined) span.from = posts.at(-1)!.number
    if (isFull && after !== undefined) span.to = posts[0]!.number
    return { posts, latest, ...span }
  }
}
