import { useQuery } from '@tanstack/react-query'
import { listStatements, readStatementByLink } from '#contract/moderation/statements.ts'
import { call, callPath, query, type CallError } from '#web/platform/api/call.ts'
import type { AnswerOf } from '#contract/endpoint.ts'

/** A member's own; an answer to an objection may come at any time. */
export const useStatements = () =>
  useQuery({ ...query(listStatements, {}), staleTime: 0, refetchInterval: 60_000 })

/** The one a mailed link is about. */
export const useStatementByLink = (token: string) =>
  useQuery<AnswerOf<typeof readStatementByLink>, CallError>({
    queryKey: [callPath(readStatementByLink), token],
    queryFn: ({ signal }) => call(readStatementByLink, { body: { token } }, { signal }),
    staleTime: Infinity,
    // not cached: the next user of this device must not read it
    gcTime: 0,
  })
