import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { listAnswers } from '#contract/posts.ts'
import { call, type CallError } from '#web/platform/call.ts'
import { Failed } from '#web/platform/Failed.tsx'
import { useLiveEvents } from '#web/platform/live.tsx'
import { useNow } from '#web/platform/useNow.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { anchorOf } from './PostItem.tsx'
import { PostTime } from './PostTime.tsx'
import { PostWords } from './PostWords.tsx'
import styles from './AnswersDialog.module.css'

type Props = {
  slug: string
  isOpen: boolean
  onClose: () => void
  onJump: (number: number) => Promise<void>
}

/** What was answered today to the question of the day, and the way to each answer in the room. */
export function AnswersDialog({ slug, isOpen, onClose, onJump }: Props) {
  const { t } = useText('shell')
  const tongue = useScreenTongue()
  const now = useNow()
  const client = useQueryClient()
  const goal = useRef<number | null>(null)
  const go = async (number: number) => {
    goal.current = number
    await onJump(number)
    onClose()
  }
  const queryKey = ['answers', slug]
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(
        listAnswers,
        { params: { slug }, query: pageParam === null ? {} : { before: pageParam } },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ before }) => before,
    staleTime: 0,
    enabled: isOpen,
  })
  useLiveEvents((event) => {
    const isAnswer = event.type === 'post' && event.room === slug && event.post?.icebreakerId
    // posts were changed, removed or hidden
    if (isOpen && (isAnswer || event.type === 'ready')) void client.invalidateQueries({ queryKey })
  })
  const posts = data?.pages.flatMap((page) => page.posts) ?? []
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        goal.current = null
        if (!open) onClose()
      }}
      size="l"
      isRead
      title={<Text ns="posts" k="answers_title" />}
      description={data?.pages[0]?.icebreaker?.question[tongue]}
      closeLabel={t('close')}
      // behind the window nothing takes the focus
      returnTo={() => document.getElementById(anchorOf(goal.current ?? 0))}
    >
      {!data && !error && <Skeleton parts={['brief', 'line', 'brief', 'line']} />}
      <Failed failure={error as CallError | null} />
      {data && posts.length === 0 && (
        <p>
          <Text ns="posts" k="answers_none" />
        </p>
      )}
      <ul role="list" className={styles.answers}>
        {posts.map((post) => (
          <li key={post.id}>
            <p className={styles.head}>
              <strong lang="">{post.author.username}</strong>
              <span className={styles.time}>
                <PostTime when={post.createdAt} now={now} />
              </span>
            </p>
            <p className={styles.text} lang="" dir="auto">
              <PostWords text={post.text} mentions={post.mentions} isPlain />
            </p>
            <Button look="plain" size="s" onClick={() => void go(post.number)}>
              <Text ns="posts" k="show_in_room" />
              <span className="visually-hidden" lang="">
                {' '}
                {post.author.username}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button look="quiet" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          <Text ns="posts" k="answers_more" />
        </Button>
      )}
    </Dialog>
  )
}
