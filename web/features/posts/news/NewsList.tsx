import { useEffect, useRef } from 'react'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { LoadingSkeleton } from '#web/platform/lists/LoadingSkeleton.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { NewsOfRoom, type Notes } from './NewsOfRoom.tsx'
import { useNews, useReadRooms, type NewsRoom } from './useNews.ts'

/** What was missed, room by room, in the order in which it was said. */
export function NewsList({ notes }: { notes: Notes }) {
  const result = useNews()
  return (
    <QueryView
      query={result}
      isPart
      failed={<Text ns="news" k="failed" />}
      waiting={<LoadingSkeleton parts={['brief', 'line', 'half', 'line', 'half']} />}
    >
      {({ rooms }) => <News rooms={rooms} notes={notes} />}
    </QueryView>
  )
}

function News({ rooms, notes }: { rooms: readonly NewsRoom[]; notes: Notes }) {
  const { t } = useText('news')
  const list = useRef<HTMLElement>(null)
  const read = useReadRooms()
  const count = rooms.length
  const before = useRef(count)
  useEffect(() => {
    // what was pressed went with its room
    if (count < before.current && document.activeElement === document.body) list.current?.focus()
    before.current = count
  }, [count])
  return (
    <section
      ref={list}
      tabIndex={-1}
      aria-label={t('title')}
      className="stack-4 no-ring reading-column"
    >
      <ErrorNotice failure={read.error} />
      {count === 0 ? (
        <div role="status">
          <EmptyState title={<Text ns="news" k="none" />}>
            <Text ns="news" k="none_text" />
          </EmptyState>
        </div>
      ) : (
        <>
          <Button
            look="quiet"
            size="s"
            className="at-start"
            pending={read.isPending && read.variables.length === count}
            onClick={() => read.mutate(rooms)}
          >
            <Text ns="news" k="read_all" />
          </Button>
          {rooms.map((room) => (
            <NewsOfRoom
              key={room.slug}
              room={room}
              notes={notes}
              onRead={() => read.mutate([room])}
            />
          ))}
        </>
      )}
    </section>
  )
}
