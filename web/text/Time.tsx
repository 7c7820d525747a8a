import { formatDay, formatMoment } from './format.ts'
import { useScreenTongue } from './Screen.tsx'

type Props = {
  at: string
  /** Without the time of day. */
  isDay?: boolean
}

/** When something was, or will be. */
export function Time({ at, isDay = false }: Props) {
  const tongue = useScreenTongue()
  return <time dateTime={at}>{isDay ? formatDay(at, tongue) : formatMoment(at, tongue)}</time>
}
