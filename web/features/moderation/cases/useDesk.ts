import { useQuery } from '@tanstack/react-query'
import { listAppeals } from '#contract/moderation/appeals.ts'
import { getCase, getDeskFigures, listCases, type ListedCase } from '#contract/moderation/cases.ts'
import { call, callPath, query } from '#web/platform/api/call.ts'
import { useLiveEvents } from '#web/platform/live/live.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { usePages } from '#web/platform/lists/usePages.ts'
import { useRefresh } from '#web/platform/live/useRefresh.ts'
import { isMade, useDecisions } from './holding/held.ts'

export type CaseState = 'open' | 'decided'

/** Where all that the desk shows comes from. */
const DESK = '/api/desk/'
const refetchInterval = 60_000

/** Cases, and what waits in all; not what the viewer has decided and can still take back. */
export function useCases(state: CaseState) {
  const { userId } = useMember()
  const decisions = useDecisions(userId)
  const isLeft = ({ id }: ListedCase) => !decisions.some((one) => one.caseId === id && isMade(one))
  const list = usePages({
    key: [callPath(listCases), state],
    ask: (after, signal) => call(listCases, { query: { state, after } }, { signal }),
    linesOf: ({ cases }) => cases,
    next: ({ next }) => next,
    refetchInterval,
  })
  const newest = list.pages[0]
  const lines = state === 'open' ? (list.lines?.filter(isLeft) ?? null) : list.lines
  const away = (list.lines?.length ?? 0) - (lines?.length ?? 0)
  return {
    ...list,
    lines,
    waiting: newest
      ? { open: newest.open - away, overdue: newest.overdue, appeals: newest.appeals }
      : { open: null, overdue: 0, appeals: null },
  }
}

export const useAppeals = (state: CaseState) =>
  usePages({
    key: [callPath(listAppeals), state],
    ask: (after, signal) => call(listAppeals, { query: { state, after } }, { signal }),
    linesOf: ({ appeals }) => appeals,
    next: ({ next }) => next,
    refetchInterval,
  })

/** What a case holds is not for keeping. */
export const useCase = (caseId: string) =>
  useQuery({ ...query(getCase, { params: { caseId } }), staleTime: 0, gcTime: 0 })

export const useFigures = (year: number) =>
  useQuery({ ...query(getDeskFigures, { query: { year } }), staleTime: 0 })

export const useRefreshDesk = () => useRefresh(DESK)

/** Keeps the shown cases up to date while others work on them. */
export function useLiveDesk(): void {
  const refresh = useRefreshDesk()
  useLiveEvents(({ type }) => {
    // `rooms` also says that the connection was lost, and what was missed is not known
    if (type === 'reports' || type === 'rooms') void refresh()
  })
}
