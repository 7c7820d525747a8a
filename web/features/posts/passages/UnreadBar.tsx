import { limits } from '#contract/limits.ts'
import { useNow } from '#web/platform/session/useNow.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { PostsReading } from '#web/features/posts/Posts.tsx'
import { sinceWhen } from '#web/features/posts/postTime.ts'
import styles from './UnreadBar.module.css'

type Props = {
  news: NonNullable<PostsReading['news']>
  onReadInOrder: () => void
  onReadAll: () => void
}

/** How much was said since the member was here, and the ways through it. */
export function UnreadBar({ news, onReadInOrder, onReadAll }: Props) {
  const count = news.unread
  const isMore = count >= limits.unreadCounted
  return (
    <div className={styles.bar}>
      <p>
        <Text as="strong" ns="posts" k={isMore ? 'news_many' : 'news'} values={{ count }} />
        <span className={styles.since}>
          {', '}
          <Text ns="posts" {...sinceWhen(news.readAt, useNow(), useScreenTongue())} />
        </span>
      </p>
      <Button look="plain" size="s" onClick={onReadInOrder}>
        <Text ns="posts" k="read_in_order" />
      </Button>
      <Button look="plain" size="s" onClick={onReadAll}>
        <Text ns="posts" k="read_all" />
      </Button>
    </div>
  )
}
