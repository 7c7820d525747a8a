import { useScreenTongue } from '#web/text/Screen.tsx'
import { wholeMoment } from '#web/text/format.ts'
import { postTime } from './postTime.ts'

/** When a post was written: the time of a day that is named today, else with its date; whole for who asks or hears it. */
export function PostTime({ when, today }: { when: string; today: string }) {
  const tongue = useScreenTongue()
  const whole = wholeMoment(when, tongue)
  return (
    <time dateTime={when} title={whole}>
      <span aria-hidden="true">{postTime(when, today, tongue)}</span>
      <span className="visually-hidden">{whole}</span>
    </time>
  )
}
