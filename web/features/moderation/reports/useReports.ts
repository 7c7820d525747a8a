import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getReport, listReports } from '#contract/moderation/reports.ts'
import { call, callPath, query } from '#web/platform/api/call.ts'
import { usePages } from '#web/platform/lists/usePages.ts'

/** No event announces a decision to its reporter, so the list is polled while it is visible. */
const refetchInterval = 60_000

/** One's own reports so far. */
export function useReports() {
  const list = usePages({
    key: [callPath(listReports)],
    ask: (before, signal) => call(listReports, { query: { before } }, { signal }),
    linesOf: ({ reports }) => reports,
    next: ({ next }) => next,
    refetchInterval,
  })
  return { ...list, limitedUntil: list.pages[0]?.limitedUntil ?? null }
}

export const useReport = (number: string) =>
  useQuery({ ...query(getReport, { params: { number } }), staleTime: 0, refetchInterval })

/** Asks again how a report stands; resolves once the screen shows it. */
export function useAskReport(number: string): () => Promise<void> {
  const client = useQueryClient()
  return () => client.refetchQueries({ queryKey: [callPath(getReport, { number })] })
}
