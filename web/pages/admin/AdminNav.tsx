import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '#web/paths.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { AdminLinks } from './AdminLinks.tsx'
import styles from './AdminNav.module.css'

/** Where no rail has room for the ways between the pages of staff, they unfold above the page. */
export function AdminNav() {
  const isStart = useLocation().pathname.replace(/\/$/, '') === paths.adminStart
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={`stack-2 screen-only ${styles.folded}`} data-open={isOpen || undefined}>
      <div className="line-3 space-between">
        {isStart ? (
          <Link to={paths.rooms} className={`align-center soft small ink-on-hover ${styles.back}`}>
            <Icon name="back" />
            <Text ns="desk" k="back" />
          </Link>
        ) : (
          <Link
            to={paths.adminStart}
            className={`align-center soft small ink-on-hover ${styles.back}`}
          >
            <Icon name="back" />
            <Text ns="desk" k="start" />
          </Link>
        )}
        <Button look="quiet" size="s" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Text ns="desk" k="more" />
        </Button>
      </div>
      <AdminLinks onGone={() => setOpen(false)} />
    </div>
  )
}
