// A post and what answers it. Each can be answered right there.
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Post } from '#contract/posts/posts.ts'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { PagedList } from '#web/platform/lists/PagedList.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { useOutbox } from '#web/platform/outbox/OutboxProvider.tsx'
import type { Outgoing } from '#web/platform/outbox/outbox.rules.ts'
import { useNow } from '#web/platform/session/useNow.ts'
import { Portrait } from '#web/platform/shell/Portrait.tsx'
import { toDay } from '#web/text/format.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { OutgoingStatus } from '#web/features/posts/composer/OutgoingStatus.tsx'
import { ReplyBox } from '#web/features/posts/composer/ReplyBox.tsx'
import { useDraft } from '#web/features/posts/composer/useDraft.ts'
import { optimisticPost } from '#web/features/posts/feed/optimisticPost.ts'
import type { ShownPost } from '#web/features/posts/PostItem.tsx'
import { Foldable } from '#web/features/posts/Folded.tsx'
import { PostTime } from '#web/features/posts/PostTime.tsx'
import { PostWords } from '#web/features/posts/PostWords.tsx'
import { WaveButton } from '#web/features/posts/waves/WaveButton.tsx'
import { ThreadHint } from './ThreadHint.tsx'
import { useOwnReplies, useReplies, type Own } from './useReplies.ts'
import styles from './Thread.module.css'

type Props = {
  slug: string
  post: Post
  /** Shown beside the room, which says what became of what was written. */
  isBeside: boolean
  /** One came from the thread this is a part of. */
  isWithin: boolean
  notes: (text: string) => ReactNode
  onJump: (number: number) => Promise<void>
  /** To the answers of one of these. */
  onShow: (post: Post) => void
}

export function Replies(props: Props) {
  const { slug, post, isBeside, isWithin, onJump, onShow } = props
  const { t } = useText('talk')
  const { userId } = useMember()
  const today = toDay(useNow())
  const list = useReplies(slug, post.id)
  const { find: findOwn, hasArrived } = useOwnReplies(slug)
  const whole = useRef<HTMLDivElement>(null)
  const { wayTo, boxFor, edit } = useAnswering(props, whole)
  // what was pressed went with the answers it stood among
  useEffect(() => {
    if (isWithin) whole.current?.focus({ preventScroll: true })
  }, [isWithin])

  const own = findOwn(post.id, list.lines ?? [])
  const waiting = own.leaving.length
  const before = useRef(waiting)
  useEffect(() => {
    // what was pressed went with what was discarded
    const isLost = waiting < before.current && document.activeElement === document.body
    if (isLost) whole.current?.focus({ preventScroll: true })
    before.current = waiting
  }, [waiting])
  const wave = (one: Post) => one.author.id !== userId && <WaveButton slug={slug} post={one} />
  return (
    <div ref={whole} tabIndex={-1} className="stack-3 no-ring">
      <div className={styles.asked}>
        <Said post={post} today={today} />
        <div className={`hidden-empty ${styles.acts}`}>{wave(post)}</div>
      </div>
      <PagedList
        list={list}
        isPart
        failed={<Text ns="talk" k="replies_failed" />}
        empty={
          own.arrived.length + own.leaving.length === 0 && (
            <Text as="p" className="soft" ns="talk" k="replies_none" />
          )
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
          <ul role="list" className={`stack-3 ${styles.replies}`}>
            {replies.map((reply) => {
              const answers = findOwn(reply.id)
              return (
                <li key={reply.id} tabIndex={-1}>
                  <Foldable by={reply.author.id}>
                    <>
                      <Said post={reply} today={today} />
                      {reply.replies && (
                        <ThreadHint post={reply} replies={reply.replies} onShow={onShow} />
                      )}
                      <div className={`hidden-empty ${styles.acts}`}>
                        {wayTo(reply)}
                        {wave(reply)}
                        <Button
                          look="plain"
                          size="s"
                          title={t('show_in_room')}
                          aria-label={`${t('show_in_room')} ${reply.author.username}`}
                          icon={<MemberIcon name="forward" size={18} />}
                          onClick={() => void onJump(reply.number)}
                        />
                      </div>
                      <OwnReplies {...answers} {...{ today, edit }} />
                      {boxFor(reply)}
                    </>
                  </Foldable>
                </li>
              )
            })}
          </ul>
        )}
      </PagedList>
      <OwnReplies {...own} {...{ today, edit }} />
      {list.lines && (boxFor(post) ?? <div>{wayTo(post, 'quiet')}</div>)}
      {!isBeside && (
        <p role="status" className="visually-hidden">
          {hasArrived && <Text ns="posts" k="posted" />}
        </p>
      )}
    </div>
  )
}

/** Which of them is being answered, and the way to begin. What was begun is found again. */
function useAnswering({ slug, notes }: Props, whole: { readonly current: HTMLElement | null }) {
  const { t } = useText('posts')
  const { userId } = useMember()
  const draft = useDraft(userId, `${slug}.thread`)
  const [at, setAt] = useState(() => (draft.text && draft.replyTo?.id) || null)
  const [isWanted, setWanted] = useState(false)
  const left = useRef<string | null>(null)
  useEffect(() => {
    const id = left.current
    left.current = null
    if (id) whole.current?.querySelector<HTMLElement>(`[data-reply="${id}"]`)?.focus()
  })
  const close = (id: string) => {
    left.current = id
    setAt(null)
  }
  return {
    /** Puts an unsent reply back into the form, above what was begun since. */
    edit({ text, replyTo }: Outgoing) {
      draft.set({ text: [text, draft.text].filter((part) => part.trim()).join('\n'), replyTo })
      setWanted(true)
      setAt(replyTo?.id ?? null)
    },
    wayTo: (post: Post, look: 'plain' | 'quiet' = 'plain') => (
      <Button
        look={look}
        size="s"
        data-reply={post.id}
        aria-label={t('reply_to', { username: post.author.username })}
        aria-expanded={at === post.id}
        icon={<MemberIcon name="reply" size={18} />}
        onClick={() => {
          setWanted(true)
          setAt(at === post.id ? null : post.id)
        }}
      >
        <Text ns="posts" k="reply" />
      </Button>
    ),
    boxFor: (post: Post) =>
      at === post.id ? (
        <div className={styles.box}>
          <ReplyBox
            place={slug}
            to={post}
            draft={draft}
            isWanted={isWanted}
            notes={notes}
            onClose={() => close(post.id)}
            onSent={() => close(post.id)}
          />
        </div>
      ) : null,
  }
}

type OwnProps = Own & { today: string; edit: (entry: Outgoing) => void }

/** What one said here oneself, until it is among the others. */
function OwnReplies({ arrived, leaving, today, edit }: OwnProps) {
  const { userId, username } = useMember()
  const { outbox } = useOutbox()
  const author = { id: userId, username, city: null, isVerified: false, portrait: null, role: null }
  if (arrived.length + leaving.length === 0) return null
  return (
    <ul role="list" className={`stack-3 ${styles.replies}`}>
      {arrived.map((one) => (
        <li key={one.id}>
          <Said post={one} today={today} />
        </li>
      ))}
      {leaving.map((entry) => (
        <li key={entry.id} data-leaving="">
          <Said post={optimisticPost(entry, author, [])} today={today} />
          <div className={styles.state}>
            {outbox && <OutgoingStatus entry={entry} outbox={outbox} onEdit={edit} />}
          </div>
        </li>
      ))}
    </ul>
  )
}

const Said = ({ post, today }: { post: ShownPost; today: string }) => (
  <>
    <Portrait member={post.author} photoId={post.author.portrait} className={styles.face} />
    <p className={styles.by}>
      <strong lang="">{post.author.username}</strong>
      <span className="soft">
        <PostTime when={post.createdAt} today={today} />
      </span>
    </p>
    <p className={styles.text} lang="" dir="auto">
      <PostWords text={post.text} mentions={post.mentions} isPlain />
    </p>
  </>
)
