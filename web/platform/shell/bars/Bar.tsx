import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { useClub } from '#web/text/club.ts'
import { Lamp } from '#web/ui/icons/Lamp.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import type { WayBack } from '#web/platform/shell/navigation/trail.ts'
import { QuickExit } from './QuickExit.tsx'
import styles from './Bar.module.css'

type Props = {
  /** None on a screen one comes to by the ways at the foot. */
  back: WayBack | undefined
  title: string
  /** Two at most. */
  actions?: ReactNode
  /** The screen's own head shows between its ends. */
  isOpen?: boolean
}

/** The head of a phone's screen, which stays: where one is, the way back, and away from here. */
export function Bar({ back, title, actions, isOpen = false }: Props) {
  const { name } = useClub()
  return (
    <header className={`screen-only ${styles.bar}`} data-open={isOpen || undefined}>
      {back ? (
        <Link to={back.to} onClick={back.onClick} className={styles.back}>
          <MemberIcon name="left" size={22} />
          <span className="visually-hidden">{back.label}</span>
        </Link>
      ) : (
        <Link to={paths.rooms} className={`line-2 ${styles.mark}`}>
          <Lamp size={24} />
          <span>{name}</span>
        </Link>
      )}
      {/* screen readers read the screen's heading instead */}
      <p className={`truncate bold ${styles.title}`} aria-hidden="true">
        {back && !isOpen && title}
      </p>
      {actions && <div className={styles.actions}>{actions}</div>}
      <QuickExit />
    </header>
  )
}
