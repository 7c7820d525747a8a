import { useState } from 'react'
import { Link } from 'react-router'
import type { Room } from '#contract/rooms/rooms.ts'
import { paths } from '#web/paths.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { useFocusHandover } from '#web/ui/behaviour/passFocusOn.ts'
import { Button } from '#web/ui/Button.tsx'
import { useLeaveRoom } from './useLeaveRoom.ts'
import styles from './RestingRooms.module.css'

/** The rooms one is in, to leave one of them; then the way into the room one wanted. */
export function PlacesToFree({ wanted, own }: { wanted: Room; own: readonly Room[] }) {
  const { t } = useText('rooms')
  const leave = useLeaveRoom()
  const [hasLeft, setHasLeft] = useState(false)

  return (
    <div className={`stack-3 ${styles.places}`}>
      <p id="limit-rooms">
        <Text ns="rooms" k="limit_rooms" />
      </p>
      <ul role="list" aria-labelledby="limit-rooms" className={`ruled-list ${styles.list}`}>
        {own.map(({ slug, name }) => (
          <li key={slug}>
            <span lang="de">{name}</span>
            <Button
              ref={useFocusHandover}
              look="quiet"
              size="s"
              pending={leave.isPending && leave.variables === slug}
              aria-label={t('leave_named', { room: name })}
              onClick={() => leave.mutate(slug, { onSuccess: () => setHasLeft(true) })}
            >
              <Text ns="rooms" k="leave" />
            </Button>
          </li>
        ))}
      </ul>
      <p role="alert" className="danger">
        {leave.error && (
          <>
            <Text ns="rooms" k="leave_failed" /> <ErrorText failure={leave.error} />
          </>
        )}
      </p>
      <p role="status">{hasLeft && <Text ns="rooms" k="place_free" />}</p>
      {hasLeft && (
        <Button wide render={<Link to={paths.room(wanted.slug)} />}>
          <Text ns="rooms" k="enter_now" values={{ room: wanted.name }} />
        </Button>
      )}
    </div>
  )
}
