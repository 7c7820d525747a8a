// Every room in its order, each with what an admin can do with it, and a form for a new one.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, type ReactElement } from 'react'
import { listAllRooms, moveRoom, type RoomLine } from '#contract/rooms/roomAdmin.ts'
import { call, query } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import { StatusMessage, useStatusMessage } from '#web/ui/feedback/StatusMessage.tsx'
import { Table } from '#web/ui/Table.tsx'
import { RoomForm } from './RoomForm.tsx'
import { RoomRow } from './RoomRow.tsx'
import { HiddenHeading } from './HiddenHeading.tsx'
import { useOnce } from './useOnce.ts'
import { useOrder } from './useOrder.ts'
import styles from './house.module.css'

const rooms = query(listAllRooms, {})

export function RoomsDesk() {
  const list = useQuery({ ...rooms, staleTime: 0 })
  const client = useQueryClient()
  const [status, setStatus] = useStatusMessage()
  const refresh = async (words: ReactElement) => {
    await client.invalidateQueries({ queryKey: rooms.queryKey })
    setStatus(words)
  }
  return (
    <div className="stack-5">
      <StatusMessage>{status}</StatusMessage>
      <QueryView query={list} failed={<Text ns="house" k="failed" />}>
        {(data) => (
          <Rooms
            rooms={data.rooms}
            onDone={refresh}
            onMoved={(answer, words) => {
              client.setQueryData(rooms.queryKey, answer)
              setStatus(words)
            }}
          />
        )}
      </QueryView>
      <Card titleId="new-room" title={<Text ns="house" k="room_new" />} className={styles.form}>
        <RoomForm
          room={null}
          onSaved={({ name }) => refresh(<Text ns="house" k="room_created" values={{ name }} />)}
        />
      </Card>
    </div>
  )
}

type Props = {
  rooms: RoomLine[]
  onDone: (words: ReactElement) => Promise<void>
  onMoved: (answer: { rooms: RoomLine[] }, words: ReactElement) => void
}

function Rooms({ rooms, onDone, onMoved }: Props) {
  const { t } = useText('house')
  const { run, isPending, failure } = useOnce()
  const table = useRef<HTMLTableElement>(null)
  const ids = rooms.map(({ slug }) => slug)
  const move = (slug: string, by: number) =>
    run(async () => {
      const held = document.activeElement
      const direction = by < 0 ? 'up' : 'down'
      const body = { direction, places: Math.abs(by), from: ids.indexOf(slug) } as const
      const answer = await call(moveRoom, { params: { roomSlug: slug }, body })
      const place = answer.rooms.findIndex((room) => room.slug === slug) + 1
      const { name = slug } = answer.rooms[place - 1] ?? {}
      const values = { name, place, count: answer.rooms.length }
      onMoved(answer, <Text ns="house" k="room_moved" values={values} />)
      // what is put elsewhere in the page loses the focus on the way
      requestAnimationFrame(() => {
        const isHeld = held instanceof HTMLElement && table.current?.contains(held)
        if (isHeld && document.activeElement === document.body) held.focus()
      })
    })
  const order = useOrder(ids, (slug, by) => void move(slug, by))
  return (
    <>
      <ErrorNotice failure={failure} />
      <Table
        ref={table}
        isLean
        columns={COLUMNS}
        className={`no-ring ${styles.table} ${styles.rooms}`}
        aria-label={t('rooms_list')}
      >
        {rooms.map((room, index) => (
          <RoomRow
            key={room.slug}
            room={room}
            order={order}
            isFirst={index === 0}
            isLast={index === rooms.length - 1}
            isMoving={isPending}
            onMove={(by) => move(room.slug, by)}
            onDone={onDone}
          />
        ))}
      </Table>
    </>
  )
}

const COLUMNS = [
  { key: 'order', words: <HiddenHeading k="col_order" /> },
  { key: 'room', words: <Text ns="house" k="col_room" /> },
  { key: 'description', words: <Text ns="house" k="description" /> },
  { key: 'level', words: <Text ns="house" k="level" /> },
  { key: 'people', words: <Text ns="house" k="col_people" />, isNumber: true },
  { key: 'slow', words: <Text ns="house" k="col_slow" />, isNumber: true },
  { key: 'state', words: <Text ns="house" k="col_state" /> },
  { key: 'acts', words: <HiddenHeading k="col_acts" /> },
]
