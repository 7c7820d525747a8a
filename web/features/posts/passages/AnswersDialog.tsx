// What was answered today to the icebreaker, and the way to each answer in the room.
import { useRef } from 'react'
import { listAnswers } from '#contract/posts/posts.ts'
import { call } from '#web/platform/api/call.ts'
import { useLiveEvents } from '#web/platform/live/live.tsx'
import { PagedList } from '#web/platform/lists/PagedList.tsx'
import { useNow } from '#web/platform/session/useNow.ts'
import { usePages } from '#web/platform/lists/usePages.ts'
import { useRefresh } from '#web/platform/live/useRefresh.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { toDay } from '#web/text/format.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/platform/dialogs/Dialog.tsx'
import { Foldable } from '#web/features/posts/Folded.tsx'
import { postAnchor } from '#web/features/posts/PostItem.tsx'
import { PostTime } from '#web/features/posts/PostTime.tsx'
import { PostWords } from '#web/features/posts/PostWords.tsx'
import styles from './AnswersDialog.module.css'

const KEY = 'answers'

type Props = {
  slug: string
  isOpen: boolean
  onClose: () => void
  onJump: (number: number) => Promise<void>
}

export function AnswersDialog({ slug, isOpen, onClose, onJump }: Props) {
  const { t } = useText('talk')
  const tongue = useScreenTongue()
  const today = toDay(useNow())
  const refresh = useRefresh(KEY)
  const goal = useRef<number | null>(null)
  const go = async (number: number) => {
    goal.current = number
    await onJump(number)
    // it may have been closed meanwhile, and opened again
    if (goal.current === number) onClose()
  }
  const list = usePages({
    key: [KEY, slug],
    ask: (before: number | undefined, signal) =>
      call(
        listAnswers,
        { params: { slug }, query: before === undefined ? {} : { before } },
        { signal },
      ),
    linesOf: ({ posts }) => posts,
    next: ({ before }) => before,
    enabled: isOpen,
  })
  useLiveEvents((event) => {
    const isAnswer = event.type === 'post' && event.room === slug && event.post?.icebreakerId
    // posts were changed, removed or hidden
    if (isOpen && (isAnswer || event.type === 'ready')) void refresh()
  })
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        goal.current = null
        if (!open) onClose()
      }}
      size="l"
      isRead
      title={<Text ns="talk" k="answers_title" />}
      description={list.pages[0]?.icebreaker?.question[tongue]}
      // behind the window nothing takes the focus
      returnTo={() => document.getElementById(postAnchor(goal.current ?? 0))}
    >
      <PagedList
        list={list}
        isPart
        failed={<Text ns="talk" k="answers_failed" />}
        empty={<Text as="p" ns="talk" k="answers_none" />}
        waiting={
          <LoadingSkeleton
            label={t('answers_loading')}
            parts={['brief', 'line', 'brief', 'line']}
          />
        }
        more={<Text ns="talk" k="answers_more" />}
      >
        {(posts) => (
          <ul role="list" className={`stack-3 ${styles.answers}`}>
            {posts.map((post) => (
              <li key={post.id} tabIndex={-1}>
                <Foldable by={post.author.id}>
                  <>
                    <p className={styles.head}>
                      <strong lang="">{post.author.username}</strong>
                      <span className="soft tiny">
                        <PostTime when={post.createdAt} today={today} />
                      </span>
                    </p>
                    <p className={styles.text} lang="" dir="auto">
                      <PostWords text={post.text} mentions={post.mentions} isPlain />
                    </p>
                    <Button look="plain" size="s" onClick={() => void go(post.number)}>
                      <Text ns="talk" k="show_in_room" />
                      <span className="visually-hidden" lang="">
                        {' '}
                        {post.author.username}
                      </span>
                    </Button>
                  </>
                </Foldable>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Dialog>
  )
}
