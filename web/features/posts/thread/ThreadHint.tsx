import { limits } from '#contract/limits.ts'
import type { Post, Reply } from '#contract/posts/posts.ts'
import { Portrait } from '#web/platform/shell/Portrait.tsx'
import { Text } from '#web/text/Text.tsx'
import styles from '#web/features/posts/PostItem.module.css'

const FACES = 3

type Props = { post: Post; replies: readonly Reply[]; onShow: (post: Post) => void }

/** Under a post that was answered: how often and by whom, and the way to read it in order. */
export function ThreadHint({ post, replies, onShow }: Props) {
  const faces = new Map(replies.map(({ author }) => [author.id, author]))
  const isMore = replies.length >= limits.repliesCounted
  return (
    <button
      type="button"
      className={`bold soft at-start ${styles.hint}`}
      data-thread
      onClick={() => onShow(post)}
    >
      {[...faces.values()].slice(0, FACES).map((author) => (
        <Portrait
          key={author.id}
          member={author}
          photoId={author.portrait}
          className={styles.face}
        />
      ))}
      <span>
        <Text
          ns="posts"
          k={isMore ? 'replies_many' : 'replies'}
          values={{ count: replies.length }}
        />{' '}
        <span className="visually-hidden" lang="">
          ({post.author.username})
        </span>
      </span>
    </button>
  )
}
