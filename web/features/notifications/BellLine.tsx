import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { BellItem } from '#contract/notifications/bellItems.ts'
import { paths } from '#web/paths.ts'
import { Recent } from '#web/platform/session/Recent.tsx'
import { Portrait } from '#web/platform/shell/Portrait.tsx'
import { Text } from '#web/text/Text.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import styles from './notifications.module.css'

type Props = { item: BellItem; onOpen: () => void; acts: ReactNode }

/** The link of a notification: the post, the member who waved back, the tables, or the decision. */
export function findWay({ kind, actors, post, reference }: BellItem): string {
  if (kind === 'decision') return reference ? paths.decision(reference) : paths.notices
  if (kind === 'table_asked' || kind === 'table_open') return paths.tables
  if (kind === 'mutual_wave') return actors[0] ? paths.member(actors[0].id) : paths.notices
  return post ? `${paths.room(post.room)}#post-${post.number}` : paths.notices
}

export function BellLine({ item, onOpen, acts }: Props) {
  const { actors, at, isRead, post } = item
  const [first] = actors
  return (
    <div className={styles.line} data-unread={!isRead || undefined}>
      {first ? (
        <Portrait member={first} photoId={first.portrait} className={styles.portrait} />
      ) : (
        <span className={styles.sign}>
          <MemberIcon name="bell" />
        </span>
      )}
      <div className={styles.words}>
        <Link to={findWay(item)} className={`stretched-link ${styles.way}`} onClick={onOpen}>
          <span className={`break-anywhere ${styles.what}`}>
            {!isRead && (
              <span className="visually-hidden">
                <Text ns="bell" k="unread" />:{' '}
              </span>
            )}
            <BellSentence item={item} />
          </span>
          {post && (
            <span className="break-anywhere soft small clamp-2" lang="" dir="auto">
              {post.text}
            </span>
          )}
          <Recent at={at} className="soft tiny tabular" />
        </Link>
        {acts && <div className={styles.acts}>{acts}</div>}
      </div>
    </div>
  )
}

/** What happened, in a sentence. */
export function BellSentence({ item: { kind, actors, count, post } }: { item: BellItem }) {
  const [name = '', other = ''] = actors.map(({ username }) => username)
  const values = { name, other, room: post?.roomName ?? '', count: count - 1 }
  if (kind !== 'wave') return <Text ns="bell" k={kind} values={values} />
  if (count > 2) return <Text ns="bell" k="waves" values={values} />
  return <Text ns="bell" k={count === 2 ? 'wave_two' : 'wave'} values={values} />
}
