import type { ReactNode } from 'react'
import type { Person } from '#contract/moderation/caseFile.ts'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { useNow } from '#web/platform/session/useNow.ts'
import { formatDay } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LiftButton } from './LiftButton.tsx'
import { PersonFacts } from './PersonFacts.tsx'
import styles from './cases.module.css'

type Props = { person: Person; onSettled: (words: ReactNode) => Promise<void> }

/** Whom a case is about, and what was decided about them before. */
export function PersonCard({ person, onSettled }: Props) {
  const { t } = useText('moderation')
  const tongue = useScreenTongue()
  const now = useNow().getTime()
  const { id, username, statements } = person
  const mayLift = ({ kind, endsAt, liftedAt }: Person['statements'][number]) =>
    !kind.endsWith('warning') && !liftedAt && (!endsAt || Date.parse(endsAt) > now)
  return (
    <Card aria-labelledby="about">
      <h2 id="about" className={styles.about}>
        <Text ns="moderation" k="about" />{' '}
        <Link to={paths.member(id)}>
          <span lang="">{username}</span>
        </Link>
      </h2>
      <PersonFacts person={person} />
      {statements.length > 0 && (
        <ul role="list" className={`stack-4 ${styles.lines}`} aria-label={t('history')}>
          {statements.map((statement) => {
            const { kind, number, startsAt, endsAt, liftedAt } = statement
            return (
              <li key={statement.id}>
                <p>
                  <Text ns="moderation" k={kind} />{' '}
                  <span className="soft small">
                    <span className="unbroken">{number}</span> · {formatDay(startsAt, tongue)}
                    {endsAt && ` – ${formatDay(endsAt, tongue)}`}
                    {liftedAt && (
                      <>
                        {' · '}
                        <Text
                          ns="moderation"
                          k="lifted_on"
                          values={{ day: formatDay(liftedAt, tongue) }}
                        />
                      </>
                    )}
                  </span>
                </p>
                <LiftButton
                  statement={statement}
                  mayLift={mayLift(statement)}
                  onSettled={onSettled}
                />
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}
