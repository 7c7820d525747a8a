import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { countBell } from '#contract/notifications/bell.ts'
import type { Room } from '#contract/rooms/rooms.ts'
import { QuestionOfDay } from '#web/features/posts/question/QuestionOfDay.tsx'
import { query } from '#web/platform/api/call.ts'
import { withWords } from '#web/text/i18n.ts'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { PostNotes } from '#web/pages/members/PostNotes.tsx'
import styles from './RoomsEvening.module.css'

/** Loaded only when there are unread notifications. */
const forYou = lazyPart(async () => {
  const part = await withWords(['bell'], import('#web/features/notifications/ForYou.tsx'))
  return part.ForYou
})

/** Above the cards of the rooms: unread notifications, and the question of the day. */
export function RoomsEvening({ rooms }: { rooms: readonly Room[] }) {
  const hasForYou = useForYou()
  const [isForYouKnown, setForYouKnown] = useState(false)
  const onKnown = useCallback(() => setForYouKnown(true), [])
  return (
    <div className={`stack-2 ${styles.evening}`}>
      {hasForYou && (
        <Suspense fallback={null}>
          <forYou.Part onKnown={onKnown} />
        </Suspense>
      )}
      {/* waits, so that nothing is inserted above it later */}
      {(hasForYou === false || isForYouKnown) && (
        <QuestionOfDay
          rooms={rooms.filter((room) => room.isMember && !room.isDormant && !room.entryRefusal)}
          notes={(slug, text) => <PostNotes place={slug} text={text} />}
        />
      )}
    </div>
  )
}

/** Whether there were unread notifications when the page opened and their part is loaded; undefined until that is known. Later ones are counted in the navigation. */
function useForYou(): boolean | undefined {
  const { data, error } = useQuery({ ...query(countBell, {}), staleTime: 300_000 })
  const [isIt, setIt] = useState<boolean>()
  const unread = data?.unread ?? (error ? 0 : undefined)
  useEffect(() => {
    if (isIt !== undefined || unread === undefined) return
    void Promise.resolve(unread > 0 && forYou.preload()).then(setIt)
  }, [isIt, unread])
  return isIt
}
