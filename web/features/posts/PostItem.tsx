import { memo, useId, type ReactNode } from 'react'
import type { Post } from '#contract/posts.ts'
import { Text } from '#web/text/Text.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Tooltip } from '#web/ui/Tooltip.tsx'
import { PostTime } from './PostTime.tsx'
import styles from './PostItem.module.css'

type Props = {
  post: Pick<Post, 'text' | 'createdAt' | 'icebreakerId' | 'author'>
  isOwn: boolean
  now: Date
  /** What became of a post on its way, instead of what one can do with a post that arrived. */
  status?: ReactNode
}

/** A post; one still on its way looks the same, so that nothing moves when it arrives. */
export const PostItem = memo(function PostItem({ post, isOwn, now, status }: Props) {
  const id = useId()
  const { username, city } = post.author
  return (
    <article aria-labelledby={`${id}-author`} className={styles.post} data-own={isOwn || undefined}>
      <header className={styles.head}>
        <span className={styles.monogram} aria-hidden="true" lang="">
          {initialOf(username)}
        </span>
        <div className={styles.byline}>
          <h3 id={`${id}-author`} className={styles.author} lang="">
            {username}
          </h3>
          {city && (
            <span className={styles.city} lang="">
              {city}
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
        {status ?? (
          <>
            <Coming words="reply" icon="reply" />
            <Coming words="wave" icon="wave" />
          </>
        )}
      </footer>
    </article>
  )
})

/** By whole characters, for a name may begin with one that takes two. */
const initialOf = (name: string) => [...name.trim()][0]?.toLocaleUpperCase('de') ?? ''

function Coming({ words, icon }: { words: 'reply' | 'wave'; icon: 'reply' | 'wave' }) {
  return (
    <Tooltip words={<Text ns="posts" k="coming" />}>
      <Button look="plain" size="s" aria-disabled icon={<Icon name={icon} size={18} />}>
        <Text ns="posts" k={words} />
      </Button>
    </Tooltip>
  )
}
