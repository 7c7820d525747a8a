import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { undoWave, waveBack } from '#contract/posts/waves.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { call, type CallError } from '#web/platform/api/call.ts'
import { useUndoTime } from './useUndoTime.ts'

type Waved = AnswerOf<typeof waveBack>['post']

/** What knows who waved at whom. */
const TOLD = /^\/api\/(waves|people|bell|members\/[^/]+\/together|rooms\/[^/]+\/waves)/

/** A hello to somebody, at the newest post of theirs that has none from the viewer; and the way to take it back. */
export function useWaveBack(
  memberId: string,
  /** The ten seconds are over, and the way to undo goes away. */
  onSettled: () => void,
) {
  const client = useQueryClient()
  const [post, setPost] = useState<Waved | null>(null)
  const { isUndoable, begin, end } = useUndoTime(onSettled)

  const refetchAll = () =>
    void client.invalidateQueries({ predicate: ({ queryKey: [key] }) => TOLD.test(String(key)) })
  const waving = useMutation<Waved, CallError>({
    mutationFn: async () => {
      const at = performance.now()
      const answer = await call(waveBack, { params: { memberId } })
      setPost(answer.post)
      begin(at)
      return answer.post
    },
    onSuccess: refetchAll,
  })
  const undoing = useMutation<unknown, CallError, Waved>({
    mutationFn: ({ id: postId }) => call(undoWave, { params: { postId } }),
    onSuccess: () => {
      setPost(null)
      end()
      refetchAll()
    },
  })
  return { post, isUndoable, waving, undoing }
}
