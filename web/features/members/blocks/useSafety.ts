import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  blockMember,
  hidePost,
  listBlocks,
  showAllPosts,
  unblockMember,
} from '#contract/members/blocks.ts'
import { call, query, type CallError } from '#web/platform/api/call.ts'

export const useBlocks = () => useQuery(query(listBlocks, {}))

/** What is seen of others changed: whatever is on the screen is asked for again. */
function useSeeing<Variables>(act: (variables: Variables) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation<unknown, CallError, Variables>({
    mutationFn: act,
    onSuccess: () => void client.invalidateQueries(),
  })
}

export const useBlock = () =>
  useSeeing((memberId: string) => call(blockMember, { params: { memberId } }))

export const useUnblock = () =>
  useSeeing((memberId: string) => call(unblockMember, { params: { memberId } }))

export const useHide = () => useSeeing((postId: string) => call(hidePost, { params: { postId } }))

export const useShowAll = () => useSeeing(() => call(showAllPosts, {}))
