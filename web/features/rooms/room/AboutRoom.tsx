import type { AnswerOf } from '#contract/endpoint.ts'
import type { enterRoom } from '#contract/rooms/rooms.ts'
import { paths } from '#web/paths.ts'
import { formatMonth } from '#web/text/amounts.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { AccessBadge } from '#web/features/rooms/AccessBadge.tsx'
import styles from './AboutRoom.module.css'

type Props = Pick<AnswerOf<typeof enterRoom>, 'room' | 'madeAt' | 'slowSeconds'>

/** What a room is for, to whom it is open, how long it has been there, and how one behaves in it. */
export function AboutRoom({ room, madeAt, slowSeconds }: Props) {
  const tongue = useScreenTongue()
  return (
    <div className="stack-2 break-anywhere">
      <p lang="de">{room.description}</p>
      <p className={styles.facts}>
        <AccessBadge level={room.accessLevel} />
        <Text as="span" ns="room" k="members" values={{ count: room.memberCount }} />
        <span>
          <Text ns="about" k="since" values={{ month: formatMonth(madeAt.slice(0, 7), tongue) }} />
        </span>
      </p>
      {slowSeconds > 0 && (
        <p className={`soft ${styles.soft}`}>
          <Text ns="about" k="slow" values={{ count: slowSeconds }} />
        </p>
      )}
      <p className={`soft ${styles.soft}`}>
        <Text ns="about" k="house" />{' '}
        <a href={paths.rules}>
          <Text ns="about" k="house_rules" />
        </a>
      </p>
    </div>
  )
}
