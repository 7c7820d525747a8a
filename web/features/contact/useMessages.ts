import { listMessages } from '#contract/contact.ts'
import { call, callPath } from '#web/platform/api/call.ts'
import { usePages } from '#web/platform/lists/usePages.ts'

export type MessageFilter = 'open' | 'all'

/** The messages so far, and how many wait for an answer in all. */
export function useMessages(filter: MessageFilter) {
  const list = usePages({
    key: [callPath(listMessages), filter],
    ask: (after, signal) => call(listMessages, { query: { filter, after } }, { signal }),
    linesOf: ({ messages }) => messages,
    next: ({ next }) => next,
  })
  return { ...list, open: list.pages.at(-1)?.open ?? null }
}
