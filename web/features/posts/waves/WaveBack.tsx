// A hello to somebody, without looking for a post of theirs first. For ten seconds it can be undone.
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { undoWave, waveBack } from '#contract/posts/waves.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { type CallError, call } from '#web/platform/api/call.ts'
import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import { regainFocus } from '#web/ui/behaviour/regainFocus.ts'
import { Button } from '#web/ui/Button.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { toastFailure } from '#web/platform/api/failureToast.tsx'
import styles from './waves.module.css'
import { useUndoTime } from './useUndoTime.ts'

type Props = {
  member: { id: string; username: string }
  /** They waved, and one has not waved at them: what is done is an answer. */
  isAnswer: boolean
  size?: 'm' | 's'
  /** Stands beside the button as long as one has not waved. */
  beside?: ReactNode
  /** Called before the request: the event about the wave may arrive before its response. */
  onWave?: () => void
}

const showFailure = (k: Key<'waves'>) => (failure: CallError) =>
  toastFailure(<Text ns="waves" k={k} />, failure)

export function WaveBack({ member, isAnswer, size = 'm', beside, onWave }: Props) {
  const { id, username } = member
  const statusRef = useRef<HTMLParagraphElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const undoButton = useRef<HTMLButtonElement>(null)
  const [wasUndone, setUndone] = useState(false)
  const { post, isUndoable, waving, undoing } = useWaveBack(id, () => {
    if (undoButton.current === document.activeElement) statusRef.current?.focus()
  })
  const hasWaved = post !== null
  // what was pressed goes away with the answer, and what stands in its place takes the focus
  useEffect(() => {
    if (hasWaved) regainFocus(statusRef.current)
    else if (wasUndone) regainFocus(button.current)
  }, [hasWaved, wasUndone])
  const wave = () => {
    onWave?.()
    waving.mutate(undefined, { onSuccess: () => setUndone(false), onError: showFailure('failed') })
  }
  const undo = () =>
    post &&
    undoing.mutate(post, { onSuccess: () => setUndone(true), onError: showFailure('undo_failed') })
  return (
    <div className={`toolbar-1 ${styles.back}`} data-size={size}>
      {hasWaved ? (
        <>
          <p
            ref={statusRef}
            tabIndex={-1}
            className={`no-ring bold align-center small ${styles.waved}`}
            role="status"
          >
            <MemberIcon name="wave" size={18} />
            <Text ns="waves" k={isAnswer ? 'waved_back' : 'waved'} values={{ username }} />
          </p>
          {isUndoable && (
            <Button
              ref={undoButton}
              look="plain"
              size="s"
              pending={undoing.isPending}
              onClick={undo}
            >
              <Text ns="waves" k="undo" />
            </Button>
          )}
        </>
      ) : (
        <>
          <Button
            ref={button}
            size={size}
            pending={waving.isPending}
            icon={<MemberIcon name="wave" size={18} />}
            onClick={wave}
          >
            <Text ns="waves" k={isAnswer ? 'wave_back' : 'wave'} />{' '}
            <span className="visually-hidden">({username})</span>
          </Button>
          {beside}
          {wasUndone && (
            <span role="status" className="visually-hidden">
              <Text ns="waves" k="undone" values={{ username }} />
            </span>
          )}
        </>
      )}
    </div>
  )
}

type Waved = AnswerOf<typeof waveBack>['post']

/** What knows who waved at whom. */
const TOLD = /^\/api\/(waves|people|bell|members\/[^/]+\/together|rooms\/[^/]+\/waves)/

/** A hello to somebody, at the newest post of theirs that has none from the viewer; and the way to take it back. */
function useWaveBack(
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
