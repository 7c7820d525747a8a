import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { undoWave, waveBack } from '#contract/posts/waves.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { call, type CallError } from '#web/platform/api/call.ts'

/** Sooner than the club: an undo it would refuse is not offered. */
const UNDO_MS = limits.waveUndoSeconds * 1000 - 500

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
  const [waved, setWaved] = useState<{ at: number; post: Waved } | null>(null)
  const [isUndoable, setUndoable] = useState(false)
  const settle = useEffectEvent(() => {
    onSettled()
    setUndoable(false)
  })
  useEffect(() => {
    if (!waved) return
    const timer = setTimeout(settle, waved.at + UNDO_MS - performance.now())
    return () => clearTimeout(timer)
  }, [waved])

  const tellAll = () =>
    void client.invalidateQueries({ predicate: ({ queryKey: [key] }) => TOLD.test(String(key)) })
  const waving = useMutation<Waved, CallError>({
    mutationFn: async () => {
      const at = performance.now()
      const { post } = await call(waveBack, { params: { memberId } })
      setWaved({ at, post })
      setUndoable(true)
      return post
    },
    onSuccess: tellAll,
  })
  const undoing = useMutation<unknown, CallError, Waved>({
    mutationFn: ({ id: postId }) => call(undoWave, { params: { postId } }),
    onSuccess: () => {
      setWaved(null)
      setUndoable(false)
      tellAll()
    },
  })
  return { post: waved?.post ?? null, isUndoable, waving, undoing }
}
