import type { ReactNode } from 'react'
import { useText } from '#web/text/useText.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './Busy.module.css'

type Props = {
  /** What is loaded, where the place does not say so. */
  label?: string
  className?: string | undefined
  /** The shapes of what is about to come. */
  children?: ReactNode
}

/** Where something is about to be, named and told as busy. */
export function Busy({ label, className = styles.busy, children }: Props) {
  const { t } = useText('shell')
  return (
    <div role="group" aria-busy="true" aria-label={label ?? t('loading')} className={className}>
      {children ?? <Skeleton tall />}
    </div>
  )
}
