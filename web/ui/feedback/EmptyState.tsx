import type { ReactNode } from 'react'
import { Lamp } from '#web/ui/icons/Lamp.tsx'
import styles from './EmptyState.module.css'

type Props = { title: ReactNode; children?: ReactNode; actions?: ReactNode }

export function EmptyState({ title, children, actions }: Props) {
  return (
    <div className={`stack-3 ${styles.empty}`}>
      <Lamp size={64} />
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.words}>{children}</div>}
      {actions && <div className={`row-3 ${styles.actions}`}>{actions}</div>}
    </div>
  )
}
