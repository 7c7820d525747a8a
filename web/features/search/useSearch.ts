import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { AnswerOf, RequestOf } from '#contract/endpoint.ts'
import { searchPosts } from '#contract/search.ts'
import { call, pathOf, type CallError } from '#web/platform/call.ts'

type Answer = AnswerOf<typeof searchPosts>
type Query = RequestOf<typeof searchPosts>['query']

export const fields = ['words', 'author', 'room', 'since', 'until'] as const
export type Wish = Partial<Record<(typeof fields)[number], string>>

/** What is looked for stands in the address, so that the way back from a post leads to it. */
export function useWish(): [Wish, (wish: Wish) => void] {
  const [search, setSearch] = useSearchParams()
  const filled = fields.flatMap((field) => {
    const value = search.get(field)?.trim()
    return value ? [[field, value] as const] : []
  })
  return [
    Object.fromEntries(filled),
    (wish) => setSearch(new URLSearchParams(Object.entries(wish).filter(([, value]) => value))),
  ]
}

/** What was found, page by page; nothing is asked for before there is something to look for. */
export const useFound = (wish: Wish) =>
  useInfiniteQuery<Answer, CallError, { pages: Answer[] }, string[], string | null>({
    queryKey: [pathOf(searchPosts, {}, wish)],
    queryFn: ({ pageParam, signal }) => {
      const query: Query = { ...wish, ...(pageParam && { before: pageParam }) }
      return call(searchPosts, { query }, { signal })
    },
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    enabled: Boolean(wish.words ?? wish.author),
    staleTime: 30_000,
  })
