import { useState } from 'react'
import { wholeMoment } from '#web/text/format.ts'
import { formatRecent } from '#web/text/recently.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { useSession } from './session.ts'

/** When something was said or done, as one would say it by the club's clock; whole for who asks. */
export function Recent({ at, className }: { at: string; className?: string | undefined }) {
  const tongue = useScreenTongue()
  const [now] = useState(useSession().clubNow)
  return (
    <time dateTime={at} title={wholeMoment(at, tongue)} className={className}>
      {formatRecent(at, now, tongue)}
    </time>
  )
}
