import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { blockMember, listBlocks, unblockMember } from '#contract/members/blocks.ts'
import { call, query, type CallError } from '#web/platform/api/call.ts'

export const useBlocks = () => useQuery(query(listBlocks, {}))

/** What is seen of others changed: whatever is on the screen is asked for again. */
export function useSeeing<Variables>(act: (variables: Variables) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation<unknown, CallError, Variables>({
    mutationFn: act,
    onSuccess: () => void client.invalidateQueries(),
  })
}

export const useBlock = () =>
  useSeeing((memberId: string) => call(blockMember, { params: { memberId } }))

/** The same without a screen that follows it. */
export async function block(client: QueryClient, memberId: string): Promise<void> {
  await call(blockMember, { params: { memberId } })
  void client.invalidateQueries()
}

export const useUnblock = () =>
  useSeeing((memberId: string) => call(unblockMember, { params: { memberId } }))
