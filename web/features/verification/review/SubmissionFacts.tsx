// What is said of an identity document under review: whose it is, the birthdate declared, who decided.
import type { Ref } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import type { getSubmission } from '#contract/verification/review.ts'
import { useNow } from '#web/platform/session/useNow.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { Time } from '#web/text/Time.tsx'
import { formatBirthday } from './reviewTime.ts'
import { StatusBadge } from './StatusBadge.tsx'
import { Waiting } from './Waiting.tsx'
import styles from './Submission.module.css'

type Props = { submission: AnswerOf<typeof getSubmission>; name: string }

/** Whose it is and how things stand, in one line that can be sent the focus. */
export function Summary({ submission, name, ref }: Props & { ref: Ref<HTMLParagraphElement> }) {
  const { status, method, submittedAt } = submission
  const now = useNow()
  return (
    <p ref={ref} tabIndex={-1} className={`no-ring tabular align-center soft ${styles.summary}`}>
      <span className="visually-hidden" lang="">
        {name}{' '}
      </span>
      <StatusBadge status={status} />{' '}
      <span>
        <Text ns="review" k={`method_${method}`} />
      </span>{' '}
      <Time at={submittedAt} /> {status === 'pending' && <Waiting since={submittedAt} now={now} />}
    </p>
  )
}

/** What the documents are held against, large enough to compare from the corner of an eye. */
export function Declared({ submission: { birthdate, age } }: Pick<Props, 'submission'>) {
  const tongue = useScreenTongue()
  const isUnderAge = age !== null && age < limits.minimumAge
  return (
    <dl className={styles.declared}>
      <div>
        <Text as="dt" className="soft small" ns="review" k="birthdate" />
        <dd>
          {birthdate ? (
            <time dateTime={birthdate}>{formatBirthday(birthdate, tongue)}</time>
          ) : (
            <Text ns="review" k="birthdate_unknown" />
          )}
        </dd>
      </div>
      {age !== null && (
        <div data-under-age={isUnderAge || undefined}>
          <Text as="dt" className="soft small" ns="review" k="age" />
          <dd>
            <Text ns="review" k="age_years" values={{ count: age }} />
            {isUnderAge && (
              <>
                {', '}
                <Text ns="review" k="under_age" />
              </>
            )}
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Who decided, when, and what they wrote. */
export function Outcome({ submission }: Pick<Props, 'submission'>) {
  const { reviewer, decidedAt, note } = submission
  return (
    <dl className={styles.outcome}>
      <div>
        <Text as="dt" className="soft small" ns="review" k="decided_by" />
        <dd>
          {reviewer ? <span lang="">{reviewer}</span> : <Text ns="review" k="reviewer_gone" />}
        </dd>
      </div>
      {decidedAt && (
        <div>
          <Text as="dt" className="soft small" ns="review" k="decided_at" />
          <dd>
            <Time at={decidedAt} />
          </dd>
        </div>
      )}
      <div className={styles.note}>
        <Text as="dt" className="soft small" ns="review" k="decided_note" />
        <dd lang={note ? '' : undefined} dir="auto">
          {note ?? <Text ns="review" k="no_note" />}
        </dd>
      </div>
    </dl>
  )
}
