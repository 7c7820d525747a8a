import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { listAllRooms, moveRoom, openRoom, type RoomLine } from '#contract/rooms/roomAdmin.ts'
import { call, query } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { StatusMessage } from '#web/ui/feedback/StatusMessage.tsx'
import { useStatusMessage } from '#web/ui/feedback/useStatusMessage.tsx'
import { RoomForm } from './RoomForm.tsx'
import { useOnce } from './useOnce.ts'
import styles from './admin.module.css'

const rooms = query(listAllRooms, {})

/** Every room in its order, each with what can be done with it, and a new one. */
export function RoomsDesk() {
  const list = useQuery({ ...rooms, staleTime: 0 })
  const client = useQueryClient()
  const [told, tell] = useStatusMessage()
  const { t } = useText('house')
  const refresh = async (words: string) => {
    await client.invalidateQueries({ queryKey: rooms.queryKey })
    tell(words)
  }
  return (
    <div className={styles.desk}>
      <StatusMessage>{told}</StatusMessage>
      <QueryView asked={list} failed={<Text ns="house" k="failed" />}>
        {(data) => (
          <ol className={styles.list} aria-label={t('rooms_list')}>
            {data.rooms.map((room, index) => (
              <Room
                key={room.slug}
                room={room}
                isFirst={index === 0}
                isLast={index === data.rooms.length - 1}
                onDone={refresh}
              />
            ))}
          </ol>
        )}
      </QueryView>
      <Card titleId="new-room" title={<Text ns="house" k="room_new" />}>
        <RoomForm room={null} onSaved={({ name }) => refresh(t('room_created', { name }))} />
      </Card>
    </div>
  )
}

type Props = {
  room: RoomLine
  isFirst: boolean
  isLast: boolean
  onDone: (words: string) => Promise<void>
}

function Room({ room, isFirst, isLast, onDone }: Props) {
  const { t } = useText('house')
  const { run, isPending, failure } = useOnce()
  const [isOpen, setOpen] = useState(false)
  const editing = useRef<HTMLButtonElement>(null)
  const { name, slug: roomSlug, isActive } = room
  const params = { roomSlug }
  const move = (direction: 'up' | 'down') =>
    run(async () => {
      await call(moveRoom, { params, body: { direction } })
      await onDone(t(`room_moved_${direction}`, { name }))
    })
  const open = () =>
    run(async () => {
      await call(openRoom, { params, body: { isActive: !isActive } })
      await onDone(t(isActive ? 'room_closed' : 'room_opened', { name }))
    })
  return (
    <li className={styles.line}>
      <div className={styles.head}>
        <h2 className={styles.name} lang="">
          {name}
        </h2>
        <Badge>
          <Text ns="house" k={`level_${room.accessLevel}`} />
        </Badge>
        <Badge tone={isActive ? 'success' : 'plain'}>
          <Text ns="house" k={isActive ? 'room_is_open' : 'room_is_closed'} />
        </Badge>
      </div>
      <p className={styles.soft} lang="">
        {room.description}
      </p>
      <p className={styles.soft}>
        /room/{roomSlug} · <Text ns="house" k="people" values={{ count: room.memberCount }} />
        {room.slowSeconds > 0 && (
          <>
            {' · '}
            <Text ns="house" k="slow" values={{ count: room.slowSeconds }} />
          </>
        )}
      </p>
      <ErrorNotice failure={failure} />
      <div className={styles.acts}>
        {/* stay in reach at the ends, or the focus would be lost by moving there */}
        <Button
          look="plain"
          size="s"
          aria-label={t('room_up_named', { name })}
          aria-disabled={isFirst || undefined}
          onClick={() => !isFirst && void move('up')}
        >
          <Text ns="house" k="room_up" />
        </Button>
        <Button
          look="plain"
          size="s"
          aria-label={t('room_down_named', { name })}
          aria-disabled={isLast || undefined}
          onClick={() => !isLast && void move('down')}
        >
          <Text ns="house" k="room_down" />
        </Button>
        <Button
          ref={editing}
          look="quiet"
          size="s"
          aria-expanded={isOpen}
          aria-label={t('edit_named', { name })}
          onClick={() => setOpen(!isOpen)}
        >
          <Text ns="house" k="edit" />
        </Button>
        <Button
          look="quiet"
          size="s"
          pending={isPending}
          aria-label={t(isActive ? 'room_close_named' : 'room_open_named', { name })}
          onClick={() => void open()}
        >
          <Text ns="house" k={isActive ? 'room_close' : 'room_open'} />
        </Button>
      </div>
      {isOpen && (
        <RoomForm
          room={room}
          onSaved={async (saved) => {
            setOpen(false)
            await onDone(t('saved_named', { name: saved.name }))
            editing.current?.focus()
          }}
        />
      )}
    </li>
  )
}
