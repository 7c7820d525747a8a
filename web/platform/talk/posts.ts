import type { AnswerOf, RequestOf } from '#contract/endpoint.ts'
import { listPosts } from '#contract/posts/posts.ts'
import { call } from '#web/platform/api/call.ts'
import { askTable } from './place.ts'

/** A page of what was said in a place. */
export const readPosts = (
  place: string,
  query: RequestOf<typeof listPosts>['query'],
  signal?: AbortSignal,
): Promise<AnswerOf<typeof listPosts>> =>
  askTable(place, (table, id) => table.listMessages(id, query, signal)) ??
  call(listPosts, { params: { slug: place }, query }, signal && { signal })
