import { useState } from 'react'
import { wholeMoment } from './format.ts'
import { formatRecent } from './recently.ts'
import { useScreenTongue } from './Screen.tsx'

/** When something was said or done, as one would say it; whole for who asks. */
export function Recent({ at, className }: { at: string; className?: string | undefined }) {
  const tongue = useScreenTongue()
  const [now] = useState(() => Date.now())
  return (
    <time dateTime={at} title={wholeMoment(at, tongue)} className={className}>
      {formatRecent(at, now, tongue)}
    </time>
  )
}
