import type { LiveEvent } from '#contract/live.ts'
import { createPost } from '#contract/posts.ts'
import { enterRoom, leaveRoom } from '#contract/rooms.ts'
import { uuid } from '#testing/random.ts'
import type { Club, TestMember } from './club.ts'

type As = { cookie: string }
type Room = { slug: string }

/** A room and `count` members in it. */
export async function roomWith(club: Club, count: number) {
  const room = await club.room()
  const guests: TestMember[] = []
  while (guests.length < count) guests.push(await club.member())
  for (const guest of guests) await club.join(guest, room)
  return { room, guests }
}

/** Posts something, which must succeed. */
export async function post(club: Club, as: As, { slug }: Room, url = club.url) {
  const body = { id: uuid(), text: 'hello' }
  const made = await club.call(as, createPost, { params: { slug }, body }, { url })
  if (!made.ok) throw new Error(made.code)
  const { left: _, ...posted } = made.answer
  return posted
}

export const enter = (club: Club, as: As, { slug }: Room) =>
  club.call(as, enterRoom, { params: { slug } })
export const leave = (club: Club, as: As, { slug }: Room) =>
  club.call(as, leaveRoom, { params: { slug } })

/** The numbers of the posts heard, in the order they were heard. */
export const numbers = (events: LiveEvent[]): number[] =>
  events.flatMap((event) => (event.type === 'post' ? [event.number] : []))

/** Whether a stream was told of a post, or by now how far its room is. */
export const isTold = (events: LiveEvent[], { room, number }: { room: string; number: number }) =>
  events.some(
    (event) =>
      (event.type === 'post' && event.room === room && event.number >= number) ||
      (event.type === 'ready' &&
        event.rooms.some(({ slug, latest }) => slug === room && latest >= number)),
  )

export const between = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
