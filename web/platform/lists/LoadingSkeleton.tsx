import type { ComponentProps, ReactNode } from 'react'
import { useText } from '#web/text/Text.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'

type Props = Pick<ComponentProps<typeof Skeleton>, 'lines' | 'parts'> & {
  /** What is loaded, where the place does not say so. */
  label?: string
  className?: string | undefined
  /** For a place that is drawn from more than lines or parts. */
  children?: ReactNode
}

/** A placeholder for what is loading, named and marked as busy. */
export function LoadingSkeleton({ label, lines, parts, className = 'stack-3', children }: Props) {
  const { t } = useText('shell')
  return (
    <div role="group" aria-busy="true" aria-label={label ?? t('loading')} className={className}>
      {children ?? <Skeleton tall={!lines && !parts} lines={lines} parts={parts} />}
    </div>
  )
}
