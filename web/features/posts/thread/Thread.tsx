import { useEffect, useEffectEvent, useId, useRef } from 'react'
import type { Post } from '#contract/posts/posts.ts'
import { listReplies } from '#contract/posts/replies.ts'
import { call } from '#web/platform/api/call.ts'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { PagedList } from '#web/platform/lists/PagedList.tsx'
import { usePages } from '#web/platform/lists/usePages.ts'
import { useLiveEvents } from '#web/platform/live/live.tsx'
import { useRefresh } from '#web/platform/live/useRefresh.ts'
import { useNow } from '#web/platform/session/useNow.ts'
import { Portrait } from '#web/platform/shell/Portrait.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { postAnchor, type ShownPost } from '#web/features/posts/PostItem.tsx'
import { PostTime } from '#web/features/posts/PostTime.tsx'
import { toDay } from '#web/features/posts/postTime.ts'
import { PostWords } from '#web/features/posts/PostWords.tsx'
import styles from './Thread.module.css'

const KEY = 'replies'

type Props = {
  slug: string
  /** What is answered. */
  post: Post
  /** In the third column, where there is room for one; else in a window. */
  isBeside: boolean
  isOpen: boolean
  onClose: () => void
  onJump: (number: number) => Promise<void>
}

/** What was answered to a post, in order, and the way to each of them in the room. */
export function Thread(props: Props) {
  return props.isBeside ? <Beside {...props} /> : <InWindow {...props} />
}

function Beside({ slug, post, onClose, onJump }: Props) {
  const id = useId()
  const { t } = useText('shell')
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus({ preventScroll: true }), [post.id])
  const column = useRef<HTMLElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const hear = ({ key }: KeyboardEvent) => key === 'Escape' && close()
    const { current } = column
    current?.addEventListener('keydown', hear)
    return () => current?.removeEventListener('keydown', hear)
  }, [])
  return (
    <aside ref={column} aria-labelledby={id} className={styles.beside}>
      <header className={styles.top}>
        <h2 id={id} ref={title} tabIndex={-1}>
          <Title post={post} />
        </h2>
        <Button
          look="plain"
          size="s"
          icon={<Icon name="close" />}
          aria-label={t('close')}
          onClick={onClose}
        />
      </header>
      <Replies {...{ slug, post, onJump }} />
    </aside>
  )
}

function InWindow({ slug, post, isOpen, onClose, onJump }: Props) {
  const { t } = useText('shell')
  const goal = useRef<number | null>(null)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => open || onClose()}
      size="l"
      isRead
      title={<Title post={post} />}
      closeLabel={t('close')}
      // behind the window nothing takes the focus
      returnTo={() =>
        goal.current === null
          ? document.querySelector<HTMLElement>(`#${postAnchor(post.number)} [data-thread]`)
          : document.getElementById(postAnchor(goal.current))
      }
    >
      <Replies
        {...{ slug, post }}
        onJump={async (number) => {
          goal.current = number
          await onJump(number)
          onClose()
        }}
      />
    </Dialog>
  )
}

const Title = ({ post }: Pick<Props, 'post'>) => (
  <Text ns="talk" k="replies_title" values={{ username: post.author.username }} />
)

function Replies({ slug, post, onJump }: Pick<Props, 'slug' | 'post' | 'onJump'>) {
  const { t } = useText('talk')
  const today = toDay(useNow())
  const refresh = useRefresh(KEY)
  const list = usePages({
    key: [KEY, slug, post.id],
    ask: (after: number | undefined, signal) =>
      call(
        listReplies,
        { params: { slug, postId: post.id }, query: after === undefined ? {} : { after } },
        { signal },
      ),
    linesOf: ({ posts }) => posts,
    next: ({ after }) => after,
  })
  useLiveEvents((event) => {
    const isReply =
      event.type === 'post' && event.room === slug && event.post?.reply?.id === post.id
    // posts were changed, removed or hidden
    if (isReply || event.type === 'ready') void refresh()
  })
  return (
    <>
      <div className={styles.asked}>
        <Said post={post} today={today} />
      </div>
      <PagedList
        list={list}
        isPart
        failed={<Text ns="talk" k="replies_failed" />}
        empty={
          <p className={styles.none}>
            <Text ns="talk" k="replies_none" />
          </p>
        }
        waiting={
          <LoadingSkeleton
            label={t('replies_loading')}
            parts={['brief', 'line', 'brief', 'line']}
          />
        }
        more={<Text ns="talk" k="replies_more" />}
      >
        {(replies) => (
          <ul role="list" className={styles.replies}>
            {replies.map((reply) => (
              <li key={reply.id}>
                <Said post={reply} today={today} />
                <Button look="plain" size="s" onClick={() => void onJump(reply.number)}>
                  <Text ns="talk" k="show_in_room" />
                  <span className="visually-hidden" lang="">
                    {' '}
                    {reply.author.username}
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}

const Said = ({ post, today }: { post: ShownPost; today: string }) => (
  <>
    <Portrait member={post.author} photoId={post.author.portrait} className={styles.face} />
    <p className={styles.by}>
      <strong lang="">{post.author.username}</strong>
      <span className={styles.time}>
        <PostTime when={post.createdAt} today={today} />
      </span>
    </p>
    <p className={styles.text} lang="" dir="auto">
      <PostWords text={post.text} mentions={post.mentions} isPlain />
    </p>
  </>
)
