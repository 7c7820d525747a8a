// Waves at the author of a post. It stays pressed, and can be undone for ten seconds.
import { Suspense, useRef, useState, type ReactNode } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Post } from '#contract/posts/posts.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { listOwnWaves, undoWave, wave } from '#contract/posts/waves.ts'
import { type CallError, call, query } from '#web/platform/api/call.ts'
import { useMember } from '#web/platform/session/session.ts'
import type { Key } from '#web/text/catalogues.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { Button } from '#web/ui/Button.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { toastFailure } from '#web/platform/api/failureToast.tsx'
import styles from './waves.module.css'
import { useUndoTime } from './useUndoTime.ts'

type Props = {
  slug: string
  post: Pick<Post, 'id' | 'number' | 'author'>
  /** The waver’s own, where it is known. */
  portrait?: string | null
  /** What can be done once both waved. */
  mutualAct?: ReactNode
}

/** Loaded only by members who waved at each other. */
const mutual = lazyPart(async () => (await import('./MutualWave.tsx')).MutualWave)

const showFailure = (k: Key<'posts'>) => (failure: CallError) =>
  toastFailure(<Text ns="posts" k={k} />, failure)

export function WaveButton({ slug, post, portrait = null, mutualAct }: Props) {
  const { userId, username: name } = useMember()
  const { t } = useText('posts')
  const button = useRef<HTMLButtonElement>(null)
  const undoButton = useRef<HTMLButtonElement>(null)
  const { isWaved, isMutual, isFresh, isUndoable, waving, undoing } = useWave(slug, post, () => {
    if (undoButton.current === document.activeElement) button.current?.focus()
  })
  const [status, setStatus] = useState<'waved' | 'wave_answered' | 'wave_undone' | null>(null)
  const { username } = post.author
  const wave = () =>
    waving.mutate(undefined, {
      onSuccess: (answer) => setStatus(answer.isMutual ? 'wave_answered' : 'waved'),
      onError: showFailure('wave_failed'),
    })
  const undo = () => {
    // it goes away, and the focus with it
    button.current?.focus()
    undoing.mutate(undefined, {
      onSuccess: () => setStatus('wave_undone'),
      onError: showFailure('wave_undo_failed'),
    })
  }
  const hand = <MemberIcon name="wave" size={18} />
  return (
    <>
      <Button
        ref={button}
        look="plain"
        size="s"
        className={styles.wave}
        data-key="w"
        aria-label={isMutual ? undefined : t(isWaved ? 'waved_to' : 'wave_to', { username })}
        data-just={isUndoable || undefined}
        aria-pressed={isWaved}
        pending={waving.isPending || undoing.isPending}
        icon={
          isMutual ? (
            <Suspense fallback={hand}>
              <mutual.Part
                author={post.author}
                own={{ id: userId, username: name, portrait }}
                isFresh={isFresh}
              />
            </Suspense>
          ) : (
            hand
          )
        }
        aria-disabled={(isWaved && !isUndoable) || undefined}
        onClick={isWaved ? (isUndoable ? undo : undefined) : wave}
      >
        {isMutual ? (
          <>
            <Text as="span" className={styles.whole} ns="posts" k="waved_mutual" />
            <span className={styles.brief} aria-hidden="true">
              <Text ns="posts" k="waved_brief" />
            </span>
            <span className="visually-hidden" lang="">
              {' '}
              ({username})
            </span>
          </>
        ) : (
          <Text ns="posts" k={isWaved ? 'waved_word' : 'wave'} />
        )}
      </Button>
      {isMutual && !isUndoable && mutualAct}
      {isWaved && isUndoable && !undoing.isPending && (
        <Button ref={undoButton} look="plain" size="s" onClick={undo}>
          <Text ns="posts" k="wave_undo" />
        </Button>
      )}
      {(status || waving.isPending) && (
        <span role="status" className="visually-hidden">
          {status && <Text ns="posts" k={status} values={{ username }} />}
        </span>
      )}
    </>
  )
}

/** The most posts whose waves are loaded in one request. */
const SPAN = limits.wavesPerQuestion

/** Whether one waved at a post, also on another day; and how one does, and takes it back. */
function useWave(
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
