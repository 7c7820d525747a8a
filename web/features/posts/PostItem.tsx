import { memo, useId, type ReactNode } from 'react'
import type { Post } from '#contract/posts.ts'
import { paths } from '#web/paths.ts'
import { Portrait } from '#web/platform/Portrait.tsx'
import { Text } from '#web/text/Text.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { MemberIcon } from '#web/ui/MemberIcon.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Tooltip } from '#web/ui/Tooltip.tsx'
import { PostTime } from './PostTime.tsx'
import styles from './PostItem.module.css'

type Props = { isOwn: boolean; now: Date } & (
  | { post: Post; acts: (post: Post) => ReactNode }
  // on its way: what became of it, instead of what one can do with it
  | { post: Pick<Post, 'text' | 'createdAt' | 'icebreakerId' | 'author'>; status: ReactNode }
)

/** A post; one still on its way looks the same, so that nothing moves when it arrives. */
export const PostItem = memo(function PostItem(props: Props) {
  const { post, isOwn, now } = props
  const id = useId()
  const { author } = post
  return (
    <article aria-labelledby={`${id}-author`} className={styles.post} data-own={isOwn || undefined}>
      <header className={styles.head}>
        <Portrait member={author} photoId={author.portrait} className={styles.portrait} />
        <div className={styles.byline}>
          <h3 id={`${id}-author`} className={styles.author} lang="">
            <Link to={paths.member(author.id)}>{author.username}</Link>
          </h3>
          {author.isVerified && (
            <span className={styles.verified}>
              <MemberIcon name="verified" size={17} />
              <span className="visually-hidden">
                <Text ns="posts" k="verified" />
              </span>
            </span>
          )}
          {author.city && (
            <span className={styles.city} lang="">
              {author.city}
            </span>
          )}
          {post.icebreakerId && (
            <Badge tone="lamp">
              <Text ns="posts" k="icebreaker_answer" />
            </Badge>
          )}
        </div>
        <span className={styles.time}>
          <PostTime when={post.createdAt} now={now} />
        </span>
      </header>
      <p className={styles.text} lang="" dir="auto">
        {post.text}
      </p>
      <footer className={styles.foot}>
        {'status' in props ? (
          props.status
        ) : (
          <>
            <Coming words="reply" icon="reply" />
            <Coming words="wave" icon="wave" />
            {props.acts(props.post)}
          </>
        )}
      </footer>
    </article>
  )
})

function Coming({ words, icon }: { words: 'reply' | 'wave'; icon: 'reply' | 'wave' }) {
  return (
    <Tooltip words={<Text ns="posts" k="coming" />}>
      <Button look="plain" size="s" aria-disabled icon={<MemberIcon name={icon} size={18} />}>
        <Text ns="posts" k={words} />
      </Button>
    </Tooltip>
  )
}
