import type { AnswerOf } from '#contract/endpoint.ts'
import type { LiveEvent } from '#contract/live.ts'
import { createPost, type Post } from '#contract/posts/posts.ts'
import { findStored } from '#contract/posts/storedPosts.ts'
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

/** Which of them that generation of the club's database has, null where another one answered; nobody asks about tables, where little is said in ten minutes. */
export async function askStored(
  entries: readonly Outgoing[],
  generation: string,
  signal: AbortSignal,
): Promise<readonly string[] | null> {
  const ids = entries.filter(({ place }) => !findTable(place)).map(({ id }) => id)
  if (ids.length === 0) return []
  const stored = await call(findStored, { body: { ids } }, { signal, isQuiet: true })
  return stored.generation === generation ? stored.ids : null
}

/** The event that will come of it, for the screens of this tab at once. */
export function toEvent(place: string, post: Post): LiveEvent {
  const table = findTable(place)
  const event = { number: post.number, post }
  return table ? { type: 'message', table, ...event } : { type: 'post', room: place, ...event }
}
