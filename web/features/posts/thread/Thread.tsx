// The thread of a post, and of its replies in turn: beside the talk where there is room, else in a window.
import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react'
import type { Post } from '#contract/posts/posts.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/platform/dialogs/Dialog.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { postAnchor } from '#web/features/posts/PostItem.tsx'
import { Replies } from './Replies.tsx'
import styles from './Thread.module.css'

type Props = {
  slug: string
  /** The post whose replies are shown. */
  post: Post
  /** In the third column, where there is room for one; else in a window. */
  isBeside: boolean
  isOpen: boolean
  /** Hints about a text while it is written. */
  notes: (text: string) => ReactNode
  onClose: () => void
  onJump: (number: number) => Promise<void>
}

export function Thread(props: Props) {
  const { post, isBeside } = props
  /** The replies that were opened one within the other; the replies to the last are shown. */
  const [within, setWithin] = useState<readonly Post[]>([])
  const [of, setOf] = useState(post.id)
  if (of !== post.id) {
    setOf(post.id)
    setWithin([])
  }
  const all = [post, ...within]
  const shown = all.at(-1)!
  const above = all.at(-2)
  const frame = {
    ...props,
    shown,
    onClose: () => {
      setWithin([])
      props.onClose()
    },
    draw: (onJump: Props['onJump']) => (
      <>
        {above && (
          <Button
            look="plain"
            size="s"
            className={styles.back}
            icon={<Icon name="back" />}
            onClick={() => setWithin(within.slice(0, -1))}
          >
            <Title post={above} />
          </Button>
        )}
        <Replies
          key={shown.id}
          {...{ ...props, post: shown, onJump }}
          isWithin={within.length > 0}
          onShow={(one) => setWithin([...within, one])}
        />
      </>
    ),
  }
  return isBeside ? <Beside {...frame} /> : <InWindow {...frame} />
}

type FrameProps = Props & { shown: Post; draw: (onJump: Props['onJump']) => ReactNode }

function Beside({ shown, onClose, onJump, draw }: FrameProps) {
  const id = useId()
  const { t } = useText('shell')
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus({ preventScroll: true }), [shown.id])
  const column = useRef<HTMLElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      // in the form Escape only closes the form
      if (key === 'Escape' && !(target as Element).closest('form')) close()
    }
    const { current } = column
    current?.addEventListener('keydown', onKeyDown)
    return () => current?.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <aside ref={column} aria-labelledby={id} className={`stack-3 ${styles.beside}`}>
      <header className={`line-2 ${styles.top}`}>
        <h2 id={id} ref={title} tabIndex={-1}>
          <Title post={shown} />
        </h2>
        <Button
          look="plain"
          size="s"
          icon={<Icon name="close" />}
          aria-label={t('close')}
          onClick={onClose}
        />
      </header>
      <Content draw={draw} onJump={onJump} />
    </aside>
  )
}

function InWindow({ post, shown, isOpen, onClose, onJump, draw }: FrameProps) {
  const goal = useRef<number | null>(null)
  const jump = async (number: number) => {
    goal.current = number
    await onJump(number)
    // it may have been closed meanwhile, and opened again
    if (goal.current === number) onClose()
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        goal.current = null
        if (!open) onClose()
      }}
      size="l"
      isRead
      title={<Title post={shown} />}
      // behind the window nothing takes the focus
      returnTo={() =>
        goal.current === null
          ? document.querySelector<HTMLElement>(`#${postAnchor(post.number)} [data-thread]`)
          : document.getElementById(postAnchor(goal.current))
      }
    >
      <Content draw={draw} onJump={jump} />
    </Dialog>
  )
}

const Content = ({ draw, onJump }: Pick<FrameProps, 'draw' | 'onJump'>) => draw(onJump)

const Title = ({ post }: { post: Post }) => (
  <Text ns="talk" k="replies_title" values={{ username: post.author.username }} />
)
