// A room and the way in. A closed one says why, and leads to its door all the same.
import { Link } from 'react-router'
import { limits } from '#contract/limits.ts'
import type { Room } from '#contract/rooms/rooms.ts'
import { paths } from '#web/paths.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { Portrait } from '#web/platform/shell/Portrait.tsx'
import { formatTime, toDay, wholeMoment } from '#web/text/format.ts'
import { formatRecentDay } from '#web/text/recently.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { RoomIcon } from '#web/ui/icons/RoomIcon.tsx'
import { AccessBadge } from './AccessBadge.tsx'
import styles from './RoomCard.module.css'
import type { LastWords } from './useLastWords.ts'

type Props = {
  room: Room
  /** The plan has no place left for one more room. */
  isPlanFull: boolean
  /** Of a room one is in. */
  words?: LastWords | undefined
  now: Date
}

export function RoomCard({ room, isPlanFull, words, now }: Props) {
  const { slug, name, description, icon, accessLevel, entryRefusal } = room
  const { isMember, isDormant: rests } = room
  const isFull = isPlanFull && !isMember && !rests && !entryRefusal
  const isClosed = entryRefusal !== null || rests
  return (
    <article className={`panel ${styles.card}`} data-closed={isClosed || isFull || undefined}>
      <div className={styles.icon}>
        <RoomIcon name={icon} />
      </div>
      <h2 className={styles.name} lang="de">
        <Link to={paths.room(slug)} className={`stretched-link ${styles.way}`}>
          {name}
        </Link>
      </h2>
      <div className="line-2">
        {room.unread > 0 && !isClosed && <Unread count={room.unread} />}
        {rests && <Text as="span" className="soft tiny" ns="rooms" k="resting" />}
        <AccessBadge level={accessLevel} />
      </div>
      <p className={`soft small clamp-2 ${styles.description}`} lang="de">
        {description}
      </p>
      <div className={styles.foot}>
        {entryRefusal || isFull || rests ? (
          <p className="line-2">
            <Icon name="lock" size={16} />
            <span className={`clamp-2 ${styles.reason}`}>
              {entryRefusal ? (
                <ErrorText failure={{ code: entryRefusal }} />
              ) : (
                <Text ns="rooms" k={rests ? 'resting_text' : 'places_taken'} />
              )}
            </span>
          </p>
        ) : isMember ? (
          words && <Tonight words={words} now={now} />
        ) : (
          <Members count={room.memberCount} />
        )}
      </div>
    </article>
  )
}

/** Who is there now, else what was said last. */
function Tonight({ words: { here, people, last }, now }: { words: LastWords; now: Date }) {
  const tongue = useScreenTongue()
  const { userId } = useMember()
  if (here > 0)
    return (
      <p className="line-2">
        <span className={styles.here} aria-hidden="true">
          {people.map((one) => (
            <Portrait key={one.id} member={one} photoId={null} className={styles.person} />
          ))}
        </span>
        <span>
          {here === 1 && people[0]?.id === userId ? (
            <Text ns="rooms" k="only_you" />
          ) : (
            <Text ns="rooms" k="here" values={{ count: here }} />
          )}
        </span>
      </p>
    )
  if (!last) return null
  return (
    <p className="line-2">
      <span lang="" dir="auto" className="break-anywhere clamp-1 shrinks">
        {last.author.username}: {last.text}
      </span>
      <time dateTime={last.at} title={wholeMoment(last.at, tongue)} className={styles.when}>
        {toDay(last.at) === toDay(now)
          ? formatTime(last.at, tongue)
          : formatRecentDay(last.at, now, tongue)}
      </time>
    </p>
  )
}

/** Few are not counted: one could tell who they are. */
const Members = ({ count }: { count: number }) =>
  count >= limits.smallNumber && (
    <Text as="p" className="line-2" ns="rooms" k="members" values={{ count }} />
  )

/** To the eye a number, to the ear a sentence. */
function Unread({ count }: { count: number }) {
  const most = limits.unreadCounted - 1
  const isMore = count > most
  return (
    <span className="count-badge">
      <span aria-hidden="true">{isMore ? `${most}+` : count}</span>
      <span className="visually-hidden">
        {isMore ? (
          <Text ns="rooms" k="unread_many" values={{ count: most }} />
        ) : (
          <Text ns="rooms" k="unread" values={{ count }} />
        )}
      </span>
    </span>
  )
}
