import { useId } from 'react'
import type { SearchHit } from '#contract/posts/search.ts'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Portrait } from '#web/platform/shell/Portrait.tsx'
import { dateFormat } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Marked } from '#web/ui/Marked.tsx'
import styles from './search.module.css'

/** A post that was found; the whole of it leads to its place in the room. */
export function FoundPost({ found: { room, post, matches } }: { found: SearchHit }) {
  const id = useId()
  const { author } = post
  const tongue = useScreenTongue()
  const moment = dateFormat(tongue, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <article aria-labelledby={id} tabIndex={-1} className={styles.post}>
      <Portrait member={author} photoId={author.portrait} />
      <h2 id={id} className={styles.byline}>
        <Link to={paths.member(author.id)} lang="" className={styles.who}>
          {author.username}
        </Link>
        {' · '}
        <span lang="de">{room.name}</span>
      </h2>
      <p className="soft small">
        <time dateTime={post.createdAt}>{moment.format(new Date(post.createdAt))}</time>
      </p>
      <p className={styles.text} lang="" dir="auto">
        <Link
          to={`${paths.room(room.slug)}#post-${post.number}`}
          className={`stretched-link ${styles.way}`}
        >
          <Marked text={post.text} matches={matches} />
        </Link>
      </p>
    </article>
  )
}
