// One post as it is drawn: author, time, what it answers, words, and what can be done with it.
import { memo, useId, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Post } from '#contract/posts/posts.ts'
import { paths } from '#web/paths.ts'
import { Portrait } from '#web/platform/shell/Portrait.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { PostQuote } from './PostQuote.tsx'
import { PostTime } from './PostTime.tsx'
import { PostWords } from './PostWords.tsx'
import { ThreadHint } from './thread/ThreadHint.tsx'
import styles from './PostItem.module.css'

/** What one can do with any post: answer it, where one can, and go to the one it answers. */
export type Talk = {
  reply?: (post: Post) => void
  jump: (number: number) => void
  /** Where others' answers to it can be read. */
  showReplies?: (post: Post) => void
}
export type ShownPost = Omit<Post, 'id' | 'number'>

type Props = {
  isOwn: boolean
  /** By whom the one above is, a moment later: their portrait stands there. */
  isContinued: boolean
  today: string
} & (
  | {
      post: Post
      talk: Talk
      isFound: boolean
      /** Whether it answers somebody the reader muted. */
      isQuoteFolded: boolean
      acts: (post: Post) => ReactNode
    }
  // on its way: what became of it, instead of what one can do with it
  | { post: ShownPost; status: ReactNode }
)

export const postAnchor = (number: number) => `post-${number}`

/** Within so long somebody is still speaking. */
const BREATH_MS = 7 * 60_000

/** Whether a post belongs to the one above it, the next that its author said. */
export const isContinuing = (post: ShownPost, above: ShownPost | undefined): boolean =>
  above?.author.id === post.author.id &&
  Math.abs(Date.parse(above.createdAt) - Date.parse(post.createdAt)) < BREATH_MS

/** A post; one still on its way looks the same, so that nothing moves when it arrives. */
export const PostItem = memo(function PostItem(props: Props) {
  const { post, isOwn, isContinued, today } = props
  const id = useId()
  const { t } = useText('posts')
  const { author } = post
  const talk = 'talk' in props ? props : null
  return (
    <article
      aria-labelledby={`${id}-author`}
      className={styles.post}
      data-own={isOwn || undefined}
      data-continued={isContinued || undefined}
      data-leaving={!talk || undefined}
      tabIndex={-1}
      {...(talk && {
        id: postAnchor(talk.post.number),
        'data-found': talk.isFound || undefined,
      })}
    >
      <header className={styles.head}>
        {!isContinued && (
          <Portrait member={author} photoId={author.portrait} className={styles.portrait} />
        )}
        <div className={styles.byline}>
          <h3 id={`${id}-author`} className={styles.author} lang="">
            <Link to={paths.member(author.id)}>{author.username}</Link>
          </h3>
          {author.isVerified && (
            <span className={styles.verified}>
              <MemberIcon name="verified" size={15} />
              <Text as="span" className="visually-hidden" ns="posts" k="verified" />
            </span>
          )}
          {author.role && (
            <Badge tone="accent">
              <Text ns="posts" k="team" />
            </Badge>
          )}
          {author.city && (
            <span className={`break-anywhere clamp-1 ${styles.city}`} lang="">
              {author.city}
            </span>
          )}
          <span className="tabular unbroken">
            <PostTime when={post.createdAt} today={today} />
            {post.editedAt && (
              <>
                {' · '}
                <Text ns="posts" k="edited" />
              </>
            )}
          </span>
          {post.icebreakerId && (
            <Badge tone="lamp">
              <Text ns="posts" k="icebreaker_answer" />
            </Badge>
          )}
        </div>
      </header>
      {post.reply && (
        <PostQuote quote={post.reply} isFolded={talk?.isQuoteFolded} onJump={talk?.talk.jump} />
      )}
      <p className={styles.text} lang="" dir="auto">
        <PostWords text={post.text} mentions={post.mentions} />
      </p>
      {talk?.talk.showReplies && talk.post.replies && (
        <ThreadHint post={talk.post} replies={talk.post.replies} onShow={talk.talk.showReplies} />
      )}
      <footer className={styles.foot}>
        {'status' in props ? (
          props.status
        ) : (
          <>
            {props.talk.reply && (
              <Button
                look="plain"
                size="s"
                data-key="r"
                aria-label={t('reply_to', { username: author.username })}
                icon={<MemberIcon name="reply" size={18} />}
                onClick={() => props.talk.reply?.(props.post)}
              >
                <Text ns="posts" k="reply" />
              </Button>
            )}
            {props.acts(props.post)}
          </>
        )}
      </footer>
    </article>
  )
})
