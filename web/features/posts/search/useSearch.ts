import { useSearchParams } from 'react-router'
import type { RequestOf } from '#contract/endpoint.ts'
import { searchPosts } from '#contract/posts/search.ts'
import { call, callPath } from '#web/platform/api/call.ts'
import { useRefetchOnChange } from '#web/platform/live/useAskAgain.ts'
import { usePages } from '#web/platform/lists/usePages.ts'

const fields = ['words', 'author', 'room', 'since', 'until'] as const
export type SearchFields = Partial<Record<(typeof fields)[number], string>>

/** What is looked for stands in the address, so that the way back from a post leads to it. */
export function useWish(): [SearchFields, (wish: SearchFields) => void] {
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
export function useFound(wish: SearchFields) {
  const key = [callPath(searchPosts, {}, wish)]
  const list = usePages({
    key,
    ask: (before, signal) => {
      const query: RequestOf<typeof searchPosts>['query'] = { ...wish, ...(before && { before }) }
      return call(searchPosts, { query }, { signal })
    },
    linesOf: ({ found }) => found,
    next: ({ next }) => next,
    enabled: Boolean(wish.words ?? wish.author),
  })
  useRefetchOnChange(key, list.pages.length)
  return list
}
