import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import type { Post } from '#contract/posts/posts.ts'
import { listOwnWaves, undoWave, wave } from '#contract/posts/waves.ts'
import { call, query, type CallError } from '#web/platform/api/call.ts'
import { useUndoTime } from './useUndoTime.ts'

/** The most posts whose waves are loaded in one request. */
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

  const isWaved = data?.numbers.includes(number) ?? false
  const isMutual = data?.mutual.includes(number) ?? false
  // known before it was answered: then it is answered before one’s eyes
  const [wasApart, setApart] = useState(false)
  if (data && !isMutual && !wasApart) setApart(true)

  const know = (isWaved: boolean, isMutual = false) => {
    client.setQueryData(own.queryKey, (known) => {
      const others = (list: readonly number[] = []) => list.filter((one) => one !== number)
      return {
        numbers: [...others(known?.numbers), ...(isWaved ? [number] : [])],
        mutual: [...others(known?.mutual), ...(isMutual ? [number] : [])],
      }
    })
    // an answer that is on its way may be from before
    if (client.isFetching(own)) void client.invalidateQueries(own)
  }
  const request = { params: { postId: id } }
  const waving = useMutation<AnswerOf<typeof wave>, CallError>({
    mutationFn: async () => {
      const begun = performance.now()
      const answer = await call(wave, request)
      begin(begun)
      return answer
    },
    onSuccess: (answer) => know(true, answer.isMutual),
  })
  const undoing = useMutation<unknown, CallError>({
    mutationFn: () => call(undoWave, request),
    onSuccess: () => {
      end()
      know(false)
    },
  })
  return {
    isWaved,
    isMutual,
    isFresh: isMutual && wasApart,
    isUndoable,
    waving,
    undoing,
  }
}
