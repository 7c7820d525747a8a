import type { ReactNode } from 'react'
import styles from './Badge.module.css'

type Props = { tone?: 'plain' | 'accent' | 'lamp' | 'success' | 'danger'; children: ReactNode }

export function Badge({ tone = 'plain', children }: Props) {
  return (
    <span className={`bold soft unbroken ${styles.badge}`} data-tone={tone}>
      {children}
    </span>
  )
}
