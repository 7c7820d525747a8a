import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AnswerOf, Endpoint, RequestOf } from '#contract/endpoint.ts'
import { query, type CallError } from '#web/platform/api/call.ts'
import { useMember } from '#web/platform/session/session.ts'

const FRESH_MS = 60_000

/** The paths asked for at this moment: all parts of a screen that show the same hear the same event, and ask once. */
const asking = new Set<string>()

/** What events keep up to date while it is shown, and the way to ask for it again when one says that it changed. */
export function useLiveQuery<E extends Endpoint & { method: 'GET' }>(
  endpoint: E,
  request: RequestOf<E>,
) {
  const client = useQueryClient()
  const { termsDue, suspension } = useMember()
  const asked = query(endpoint, request)
  const result = useQuery<AnswerOf<E>, CallError>({
    ...asked,
    staleTime: FRESH_MS,
    enabled: !termsDue && !suspension,
  })
  const path = String(asked.queryKey[0])

  // nobody hears events about what is shown nowhere, and an answer on its way to it is dropped
  useEffect(
    () => () => {
      const left = client.getQueryCache().find({ queryKey: [path] })
      if (left?.getObserversCount() === 0) left.invalidate()
    },
    [client, path],
  )

  const shown = { queryKey: [path], exact: true }
  const countObservers = () => client.getQueryCache().find(shown)?.getObserversCount() ?? 0
  const refetch = () => client.refetchQueries(shown, { cancelRefetch: false })
  const askAgain = async () => {
    if (asking.has(path)) return
    asking.add(path)
    queueMicrotask(() => asking.delete(path))
    // what is on its way may have begun before the change
    if (client.isFetching(shown) > 0) await refetch()
    // left meanwhile, nobody would notice what changes next
    if (countObservers() > 0) await refetch()
  }
  return { result, askAgain: () => void askAgain() }
}
