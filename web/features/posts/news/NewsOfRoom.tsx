// The oldest of what is new in a room, each to be answered or waved at, and the way to the rest.
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { limits } from '#contract/limits.ts'
import type { Post } from '#contract/posts/posts.ts'
import { paths } from '#web/paths.ts'
import { Recent } from '#web/platform/session/Recent.tsx'
import { Portrait } from '#web/platform/shell/Portrait.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { RoomIcon } from '#web/ui/icons/RoomIcon.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { Foldable } from '../Folded.tsx'
import { PostWords } from '../PostWords.tsx'
import { WaveButton } from '../waves/WaveButton.tsx'
import type { NewsRoom } from './useNews.ts'
import { useReplyHere } from './useReplyHere.tsx'
import styles from './news.module.css'

export type Notes = (slug: string, text: string) => ReactNode
type Props = { room: NewsRoom; onRead: () => void; notes: Notes }

export function NewsOfRoom({ room, onRead, notes }: Props) {
  const { t } = useText('news')
  const { slug, name, icon, unread, posts } = room
  const [first] = posts
  const [answered, setAnswered] = useState<string | null>(null)
  const isMany = unread >= limits.unreadCounted
  const rest = unread > posts.length
  return (
    <section aria-labelledby={`news-${slug}`} className="panel">
      <header className={`line-2 ${styles.head}`}>
        <RoomIcon name={icon} />
        <h2 id={`news-${slug}`} className={`break-anywhere medium ${styles.name}`}>
          <Link to={paths.room(slug)} lang="de">
            {name}
          </Link>
        </h2>
        <span className={`count-badge ${styles.count}`}>
          <span aria-hidden="true">{isMany ? `${unread - 1}+` : unread}</span>
          <span className="visually-hidden">
            <Text ns="news" k="unread" values={{ count: unread }} />
          </span>
        </span>
        <Button
          look="plain"
          size="s"
          className={styles.read}
          aria-label={t('read_named', { room: name })}
          onClick={onRead}
        >
          <Text ns="news" k="read_room" />
        </Button>
      </header>
      <ol role="list" className={`ruled-list ${styles.posts}`}>
        {posts.map((post) => (
          <li key={post.id}>
            <Foldable by={post.author.id}>
              <Line
                slug={slug}
                roomName={name}
                post={post}
                notes={notes}
                isOpen={answered === post.id}
                onOpen={(isOpen) => setAnswered(isOpen ? post.id : null)}
              />
            </Foldable>
          </li>
        ))}
      </ol>
      {rest && first && (
        <Link
          to={`${paths.room(slug)}#post-${first.number}`}
          className={`bold ruled small ${styles.rest}`}
        >
          {isMany ? (
            <Text ns="news" k="all_many" values={{ count: unread - 1 }} />
          ) : (
            <Text ns="news" k="all" values={{ count: unread }} />
          )}
        </Link>
      )}
    </section>
  )
}

type LineProps = Omit<Parameters<typeof useReplyHere>[0], 'username' | 'post'> & { post: Post }

function Line({ post, ...answering }: LineProps) {
  const { slug } = answering
  const { author, reply, createdAt } = post
  const { muted } = useMember()
  const { button, below } = useReplyHere({ ...answering, post, username: author.username })
  return (
    <article aria-label={author.username} tabIndex={-1} className={styles.line}>
      <Portrait member={author} photoId={author.portrait} />
      <div className="shrinks">
        <p className={styles.who}>
          <Link to={paths.member(author.id)} lang="" className={styles.author}>
            {author.username}
          </Link>
          <Link
            to={`${paths.room(slug)}#post-${post.number}`}
            className={`tabular soft small ${styles.when}`}
          >
            <Recent at={createdAt} />
          </Link>
        </p>
        {reply && (
          <p className={`break-anywhere clamp-1 soft small ${styles.reply}`}>
            {reply.author ? (
              <Text ns="news" k="answers" values={{ username: reply.author.username }} />
            ) : (
              <Text ns="news" k="answers_gone" />
            )}{' '}
            {reply.line && (
              <span lang="" dir="auto">
                {reply.author && muted.includes(reply.author.id) ? (
                  '…'
                ) : (
                  <PostWords text={reply.line} mentions={reply.mentions} isPlain />
                )}
              </span>
            )}
          </p>
        )}
        <p className={styles.text} lang="" dir="auto">
          <PostWords text={post.text} mentions={post.mentions} />
        </p>
      </div>
      <div className={styles.acts}>
        {button}
        <WaveButton slug={slug} post={post} />
      </div>
      {below && <div className={styles.below}>{below}</div>}
    </article>
  )
}
