import { useEffect } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Portrait } from '#web/platform/shell/Portrait.tsx'
import { Text } from '#web/text/Text.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { BellSentence, findWay } from './BellLine.tsx'
import { useBell, useReadItem } from './useBell.ts'
import styles from './forYou.module.css'

const MOST = 3

/** The newest of what was done or decided and one has not read; nothing where there is none. */
export function ForYou({ onKnown }: { onKnown: () => void }) {
  const { lines, error } = useBell()
  const isKnown = lines !== undefined || error !== null
  useEffect(() => {
    if (isKnown) onKnown()
  }, [isKnown, onKnown])
  const { mutate: read } = useReadItem()
  const unread = lines?.filter(({ isRead }) => !isRead).slice(0, MOST) ?? []
  if (unread.length === 0) return null
  return (
    <section aria-labelledby="for-you" className={`panel ${styles.forYou}`}>
      <header className={`line-3 small ${styles.head}`}>
        <Text as="h2" id="for-you" ns="bell" k="for_you" />
        <Link to={paths.notices}>
          <Text ns="bell" k="all_news" />
        </Link>
      </header>
      <ul role="list" className={styles.lines}>
        {unread.map((item) => {
          const { id, actors, post } = item
          const [first] = actors
          return (
            <li key={id}>
              <Link to={findWay(item)} className={styles.line} onClick={() => read(item)}>
                {first ? (
                  <Portrait member={first} photoId={first.portrait} className={styles.portrait} />
                ) : (
                  <span className={styles.sign}>
                    <MemberIcon name="bell" size={18} />
                  </span>
                )}
                <span className={`truncate small bold ${styles.what}`}>
                  <BellSentence item={item} />
                </span>
                {post && (
                  <span className="truncate small soft" lang="" dir="auto">
                    {post.text}
                  </span>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
