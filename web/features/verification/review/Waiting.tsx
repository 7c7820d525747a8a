import { Text } from '#web/text/Text.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { waitingTime } from './reviewTime.ts'
import styles from './SubmissionTable.module.css'

/** How long a pending submission has waited, with a mark once that is long. */
export function Waiting({ since, now }: { since: string; now: Date }) {
  const { unit, number, mark } = waitingTime(since, now)
  return (
    <span className={`tabular soft small unbroken ${styles.waiting}`} data-mark={mark ?? undefined}>
      {mark && <MemberIcon name="clock" size={16} />}
      <Text ns="review" k={`since_${unit}`} values={{ number }} />
      {mark && (
        <span className="visually-hidden">
          {', '}
          <Text ns="review" k="waits_long" />
        </span>
      )}
    </span>
  )
}
