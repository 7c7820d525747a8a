import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { listRooms } from '#contract/rooms/rooms.ts'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { useSession } from '#web/platform/session/session.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { RoomCard } from './RoomCard.tsx'
import { useLastWords } from './useLastWords.ts'
import styles from './RoomCard.module.css'

type Plan = AnswerOf<typeof listRooms>['plan']

export function RoomList({ rooms, plan }: AnswerOf<typeof listRooms>) {
  const words = useLastWords()
  const [now] = useState(useSession().clubNow)
  if (rooms.length === 0) return <EmptyState title={<Text ns="rooms" k="empty" />} />
  const isPlanFull = plan.limit !== null && plan.used >= plan.limit
  return (
    <ul role="list" className={styles.list}>
      {rooms.map((room) => (
        <li key={room.slug}>
          <RoomCard room={room} isPlanFull={isPlanFull} words={words.get(room.slug)} now={now} />
        </li>
      ))}
    </ul>
  )
}

/** How many rooms the member's plan still holds. */
export function PlanLine({ plan: { used, limit } }: { plan: Plan }) {
  return limit === null ? (
    <Text ns="rooms" k="plan_open" values={{ count: used }} />
  ) : (
    <Text ns="rooms" k="plan" values={{ used, limit }} />
  )
}

export function RoomListSkeleton() {
  const { t } = useText('rooms')
  return (
    <LoadingSkeleton label={t('loading')} className={styles.list}>
      {[1, 2, 3, 4, 5, 6].map((one) => (
        <Skeleton key={one} parts={['title', 'line', 'half']} className={styles.ghost} />
      ))}
    </LoadingSkeleton>
  )
}
