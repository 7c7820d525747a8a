// One room in the admins' list: put it elsewhere, change what it is and whom it lets in, open or close it.
import { useRef, useState, type ReactElement } from 'react'
import { openRoom, type RoomLine } from '#contract/rooms/roomAdmin.ts'
import { call } from '#web/platform/api/call.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Dialog } from '#web/platform/dialogs/Dialog.tsx'
import { RoomIcon } from '#web/ui/icons/RoomIcon.tsx'
import { Cell } from '#web/ui/Table.tsx'
import { RoomForm } from './RoomForm.tsx'
import { RowMenu } from './RowMenu.tsx'
import { useOnce } from './useOnce.ts'
import type { useOrder } from './useOrder.ts'
import styles from './house.module.css'

type Props = {
  room: RoomLine
  order: ReturnType<typeof useOrder>
  isFirst: boolean
  isLast: boolean
  isMoving: boolean
  onMove: (by: number) => Promise<void>
  onDone: (words: ReactElement) => Promise<void>
}

export function RoomRow({ room, order, isFirst, isLast, isMoving, ...acts }: Props) {
  const { t } = useText('house')
  const { run, isPending, failure } = useOnce()
  const [shown, setShown] = useState<'menu' | 'form' | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const { name, slug: roomSlug, isActive } = room
  const open = () =>
    run(async () => {
      await call(openRoom, { params: { roomSlug }, body: { isActive: !isActive } })
      setShown(null)
      await acts.onDone(
        <Text ns="house" k={isActive ? 'room_closed' : 'room_opened'} values={{ name }} />,
      )
    })
  const move = async (by: number) => {
    await acts.onMove(by)
    setShown(null)
  }
  return (
    <tr {...order.row(roomSlug)}>
      <td className={styles.grip}>
        <button
          type="button"
          aria-label={t('move_named', { name })}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          title={t('move_keys')}
          {...order.handle(roomSlug)}
        >
          <span aria-hidden="true" />
        </button>
      </td>
      <th scope="row" className={`break-anywhere ${styles.name}`}>
        <RoomIcon name={room.icon} />
        <span lang="">{name}</span>
        <span className={styles.soft} lang="">
          /{roomSlug}
        </span>
      </th>
      <td className={styles.long} lang="">
        {room.description}
      </td>
      <td>
        <Badge>
          <Text ns="house" k={`level_${room.accessLevel}`} />
        </Badge>
      </td>
      <Cell label={t('col_people')} isNumber>
        {room.memberCount}
      </Cell>
      <Cell label={t('col_slow')} isNumber data-none={room.slowSeconds === 0 || undefined}>
        {room.slowSeconds > 0 ? t('slow_seconds', { count: room.slowSeconds }) : '–'}
      </Cell>
      <td>
        <Badge tone={isActive ? 'success' : 'plain'}>
          <Text ns="house" k={isActive ? 'room_is_open' : 'room_is_closed'} />
        </Badge>
      </td>
      <td className={styles.more}>
        <RowMenu
          label={t('acts_named', { name })}
          title={<span lang="">{name}</span>}
          isOpen={shown === 'menu'}
          onOpenChange={(next) => setShown(next ? 'menu' : null)}
          isPending={isPending || isMoving}
          failure={failure}
          opener={opener}
          returnTo={() => (shown === 'form' ? null : opener.current)}
          acts={[
            {
              key: 'edit',
              words: <Text ns="house" k="edit" />,
              onAct: () => setShown('form'),
            },
            {
              key: 'open',
              words: <Text ns="house" k={isActive ? 'room_close' : 'room_open'} />,
              onAct: open,
            },
            {
              key: 'up',
              words: <Text ns="house" k="room_up" />,
              isOff: isFirst,
              onAct: () => move(-1),
            },
            {
              key: 'down',
              words: <Text ns="house" k="room_down" />,
              isOff: isLast,
              onAct: () => move(1),
            },
          ]}
        />
        <Dialog
          open={shown === 'form'}
          onOpenChange={(next) => next || setShown(null)}
          title={<span lang="">{name}</span>}
          returnTo={() => opener.current}
        >
          <RoomForm
            room={room}
            onSaved={async (saved, isAll) => {
              if (isAll) setShown(null)
              await acts.onDone(<Text ns="house" k="saved_named" values={{ name: saved.name }} />)
            }}
          />
        </Dialog>
      </td>
    </tr>
  )
}
