import { useRef, useState } from 'react'
import type { Post } from '#contract/posts/posts.ts'
import type { CallError } from '#web/platform/api/call.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { addToast } from '#web/ui/feedback/toastQueue.ts'
import { useWave } from './useWave.ts'
import styles from './waves.module.css'

type Props = { slug: string; post: Pick<Post, 'id' | 'number' | 'author'> }

const tell = (k: Key<'posts'>) => (failure: CallError) =>
  addToast({
    title: <Text ns="posts" k={k} />,
    description: <ErrorText failure={failure} />,
    tone: 'danger',
  })

/** A private hello to whoever wrote a post. Once waved it stays pressed; for ten seconds it can be undone. */
export function WaveButton({ slug, post }: Props) {
  const { t } = useText('posts')
  const button = useRef<HTMLButtonElement>(null)
  const undoButton = useRef<HTMLButtonElement>(null)
  const { isWaved, isUndoable, waving, undoing } = useWave(slug, post, () => {
    if (undoButton.current === document.activeElement) button.current?.focus()
  })
  const [said, setSaid] = useState<'waved' | 'wave_undone' | null>(null)
  const { username } = post.author
  const wave = () =>
    waving.mutate(undefined, {
      onSuccess: () => setSaid('waved'),
      onError: tell('wave_failed'),
    })
  const undo = () => {
    // it goes away, and the focus with it
    button.current?.focus()
    undoing.mutate(undefined, {
      onSuccess: () => setSaid('wave_undone'),
      onError: tell('wave_undo_failed'),
    })
  }
  return (
    <>
      <Button
        ref={button}
        look="plain"
        size="s"
        className={styles.wave}
        data-key="w"
        aria-label={t(isWaved ? 'waved_to' : 'wave_to', { username })}
        data-just={isUndoable || undefined}
        aria-pressed={isWaved}
        pending={waving.isPending || undoing.isPending}
        icon={<MemberIcon name="wave" size={18} />}
        aria-disabled={(isWaved && !isUndoable) || undefined}
        onClick={isWaved ? (isUndoable ? undo : undefined) : wave}
      >
        <Text ns="posts" k={isWaved ? 'waved_word' : 'wave'} />
      </Button>
      {isWaved && isUndoable && !undoing.isPending && (
        <Button ref={undoButton} look="plain" size="s" onClick={undo}>
          <Text ns="posts" k="wave_undo" />
        </Button>
      )}
      {(said || waving.isPending) && (
        <span role="status" className="visually-hidden">
          {said && <Text ns="posts" k={said} values={{ username }} />}
        </span>
      )}
    </>
  )
}
