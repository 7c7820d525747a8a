import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import type { Post } from '#contract/posts/posts.ts'
import { listOwnWaves, undoWave, wave } from '#contract/posts/waves.ts'
import { call, query, type CallError } from '#web/platform/api/call.ts'
import { useUndoTime } from './useUndoTime.ts'

/** So many posts of a room are asked about at once, whoever of them asks first. */
const SPAN = limits.wavesPerQuestion

/** Whether one waved at a post, also on another day; and how one does, and takes it back. */
export function useWave(
  slug: string,
  { id, number }: Pick<Post, 'id' | 'number'>,
  /** The ten seconds are over, and the way to undo goes away. */
  onSettled: () => void,
) {
  const client = useQueryClient()
  const from = number - ((number - 1) % SPAN)
  const own = query(listOwnWaves, { params: { slug }, query: { from, to: from + SPAN - 1 } })
  const { data } = useQuery({ ...own, staleTime: Infinity })
  const { isUndoable, begin, end } = useUndoTime(onSettled)

  const know = (isWaved: boolean) => {
    client.setQueryData(own.queryKey, (known) => {
      const others = (known?.numbers ?? []).filter((one) => one !== number)
      return { numbers: isWaved ? [...others, number] : others }
    })
    // an answer that is on its way may be from before
    if (client.isFetching(own)) void client.invalidateQueries(own)
  }
  const request = { params: { postId: id } }
  const waving = useMutation<unknown, CallError>({
    mutationFn: () => {
      const begun = performance.now()
      return call(wave, request).then(() => begin(begun))
    },
    onSuccess: () => know(true),
  })
  const undoing = useMutation<unknown, CallError>({
    mutationFn: () => call(undoWave, request),
    onSuccess: () => {
      end()
      know(false)
    },
  })
  return {
    isWaved: data?.numbers.includes(number) ?? false,
    isUndoable,
    waving,
    undoing,
  }
}
