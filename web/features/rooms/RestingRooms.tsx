import { useState } from 'react'
import { Link } from 'react-router'
import { limits } from '#contract/limits.ts'
import type { Room } from '#contract/rooms/rooms.ts'
import { paths } from '#web/paths.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { ChooseRooms } from './ChooseRooms.tsx'
import styles from './RestingRooms.module.css'

/** Says that rooms rest since Premium ended, and lets the member choose which stay. */
export function RestingRooms({ rooms }: { rooms: readonly Room[] }) {
  const [isChoosing, setChoosing] = useState(false)
  const [saved, setSaved] = useState<readonly string[] | null>(null)
  return (
    <Notice announced={false} title={<Text ns="billing" k="rest_title" />}>
      <Text as="p" ns="billing" k="rest_text" values={{ limit: limits.freePlanRooms }} />
      <div className={`row-2 ${styles.acts}`}>
        <Button look="quiet" size="s" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
          <Text ns="billing" k="rest_choose" />
        </Button>
        <Button look="plain" size="s" render={<Link to={paths.upgrade} />}>
          <Text ns="billing" k="rest_premium" />
        </Button>
      </div>
      <p role="status" className={`hidden-empty ${styles.saved}`}>
        {saved && saved.length > 0 && (
          <Text ns="billing" k="rest_saved" values={{ rooms: saved.join(', ') }} />
        )}
        {saved?.length === 0 && <Text ns="billing" k="rest_saved_none" />}
      </p>
      {isChoosing && (
        <ChooseRooms
          rooms={rooms.filter(({ isMember, isDormant }) => isMember || isDormant)}
          onClose={() => setChoosing(false)}
          onSaved={setSaved}
        />
      )}
    </Notice>
  )
}
