// What somebody reads of a report they made: how it stands or was decided, and what they said in it.
import type { Report } from '#contract/moderation/reports.ts'
import { formatMoment } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { Time } from '#web/text/Time.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { StateBadge } from './StateBadge.tsx'
import statements from '#web/features/moderation/statements/statements.module.css'
import styles from './reports.module.css'

/** How a report stands, and what it said. */
export function ReportView({ report }: { report: Report }) {
  const { number, reason, targetKind, text, details, explanation, receivedAt } = report
  return (
    <>
      <Card tone="lamp" aria-labelledby="state">
        <header className={`toolbar-1 ${statements.head} space-between`}>
          <Text as="h2" id="state" ns="reports" k="state" />
          <StateBadge report={report} />
        </header>
        <Outcome report={report} />
      </Card>
      <Card titleId="said" title={<Text ns="reports" k="said" />}>
        <Facts>
          <Fact name={<Text ns="reports" k="number" />}>{number}</Fact>
          <Fact name={<Text ns="reports" k="reported" />}>
            <Text ns="reports" k={targetKind} />
          </Fact>
          {text !== null && (
            <Fact name={<Text ns="reports" k="text" />}>
              <span className={styles.quote} lang="" dir="auto">
                {text}
              </span>
            </Fact>
          )}
          <Fact name={<Text ns="reports" k="reason" />}>
            <Text ns="reports" k={reason} />
          </Fact>
          {details && (
            <Fact name={<Text ns="reports" k="details_said" />}>
              <span lang="" dir="auto">
                {details}
              </span>
            </Fact>
          )}
          {explanation && (
            <Fact name={<Text ns="reports" k="explanation" />}>
              <span lang="" dir="auto">
                {explanation}
              </span>
            </Fact>
          )}
          <Fact name={<Text ns="reports" k="received" />}>
            <Time at={receivedAt} />
          </Fact>
        </Facts>
      </Card>
    </>
  )
}

function Outcome({ report: { outcome, decidedAt, dueAt } }: { report: Report }) {
  const tongue = useScreenTongue()
  if (!outcome)
    return <Text as="p" ns="reports" k="waiting" values={{ when: formatMoment(dueAt, tongue) }} />
  return (
    <>
      <p>
        <Text ns="reports" k={`outcome_${outcome}`} />
      </p>
      {decidedAt && (
        <p className="soft small">
          <Text ns="reports" k="decided" values={{ when: formatMoment(decidedAt, tongue) }} />
        </p>
      )}
    </>
  )
}
