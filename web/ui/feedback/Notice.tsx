import type { ReactNode } from 'react'
import { Icon } from '#web/ui/icons/Icon.tsx'
import styles from './Notice.module.css'

type Props = {
  tone?: 'info' | 'success' | 'danger'
  title?: ReactNode
  /** Read out when it appears: danger at once, the others politely. Off for text that was there from the start. */
  announced?: boolean
  children?: ReactNode
}

/** A message in the flow of the page. */
export function Notice({ tone = 'info', title, announced = true, children }: Props) {
  const role = tone === 'danger' ? 'alert' : 'status'
  return (
    <div className={styles.notice} data-tone={tone} role={announced ? role : undefined}>
      <Icon name={tone === 'danger' ? 'warning' : tone === 'success' ? 'check' : 'info'} />
      <div>
        {title && <p className="bold">{title}</p>}
        {children}
      </div>
    </div>
  )
}
