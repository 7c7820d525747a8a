import { useQueryClient } from '@tanstack/react-query'
import { getDoor, listIssued, listWaiting } from '#contract/admission/admission.ts'
import { call, callPath, query } from '#web/platform/api/call.ts'
import { usePages } from '#web/platform/lists/usePages.ts'

const QUEUE = callPath(listWaiting)
const ISSUED = callPath(listIssued)

/** Who waits. */
export const useQueue = (search: string) =>
  usePages({
    key: [QUEUE, search],
    ask: (cursor, signal) =>
      call(listWaiting, { query: { after: cursor, search: search || undefined } }, { signal }),
    linesOf: ({ waiting }) => waiting,
    next: ({ next }) => next,
  })

/** Every invitation. */
export const useIssued = () =>
  usePages({
    key: [ISSUED],
    ask: (cursor, signal) => call(listIssued, { query: { after: cursor } }, { signal }),
    linesOf: ({ invitations }) => invitations,
    next: ({ next }) => next,
  })

/** Asks again for everything at the door; resolves once it has come. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient()
  const keys = [[QUEUE], [ISSUED], query(getDoor, {}).queryKey]
  return async () => {
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
  }
}
