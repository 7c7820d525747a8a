import type { AnswerOf } from '#contract/endpoint.ts'
import type { LiveEvent } from '#contract/live.ts'
import { createPost, type Post } from '#contract/posts/posts.ts'
import { call } from '#web/platform/api/call.ts'
import type { Outgoing } from '#web/platform/outbox/outbox.rules.ts'
import { askTable, findTable } from './place.ts'

/** What a room tells, and a table does not: how many more may follow. */
type Sent = Post & Partial<Pick<AnswerOf<typeof createPost>, 'left'>>

/** Sending it again gives the post that is already there. */
export function sendPost(
  { id, place, text, icebreakerId, replyTo }: Outgoing,
  signal: AbortSignal,
): Promise<Sent> {
  const body = { id, text, replyTo: replyTo?.id ?? null }
  return (
    askTable(place, (table, tableId) => table.sendMessage(tableId, body, signal)) ??
    call(createPost, { params: { slug: place }, body: { ...body, icebreakerId } }, { signal })
  )
}

/** The event that will come of it, for the screens of this tab at once. */
export function toEvent(place: string, post: Post): LiveEvent {
  const table = findTable(place)
  const event = { number: post.number, post }
  return table ? { type: 'message', table, ...event } : { type: 'post', room: place, ...event }
}
