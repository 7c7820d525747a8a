import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getExport,
  listDocumentViews,
  listLooks,
  listSentMails,
  type Export,
} from '#contract/privacy/ownData.ts'
import { listOwnRequests } from '#contract/privacy/dataRequests.ts'
import { query } from '#web/platform/api/call.ts'

const LOOK_MS = 2_000

export const isUnderWay = (copy: Export | null | undefined): boolean =>
  copy?.state === 'waiting' || copy?.state === 'building'

/** One's own copy, asked for again while it is being made. */
export const useExport = () =>
  useQuery({
    ...query(getExport, {}),
    staleTime: 0,
    refetchInterval: ({ state }) => isUnderWay(state.data?.export) && LOOK_MS,
  })

export const useOwnRequests = () => useQuery({ ...query(listOwnRequests, {}), staleTime: 0 })

/** What few ever look at is asked for when they do. */
export const useDocumentViews = (isOpen: boolean) =>
  useQuery({ ...query(listDocumentViews, {}), enabled: isOpen })

/** Asked for at each opening: somebody may have looked since. */
export const useLooks = (isOpen: boolean) =>
  useQuery({ ...query(listLooks, {}), staleTime: 0, enabled: isOpen })

export const useSentMails = (isOpen: boolean) =>
  useQuery({ ...query(listSentMails, {}), enabled: isOpen })

/** Takes over what an act answered, and asks again where it cannot know. */
export function useRefresh() {
  const client = useQueryClient()
  const { queryKey } = query(getExport, {})
  return {
    showExport: (copy: Export) => void client.setQueryData(queryKey, { export: copy }),
    askExport: () => client.invalidateQueries({ queryKey }),
    askRequests: () => client.invalidateQueries({ queryKey: query(listOwnRequests, {}).queryKey }),
  }
}
