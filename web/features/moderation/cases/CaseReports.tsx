// What staff read in a case of its latest reports: who reported it, for which reason and in which words.
import type { CaseFile } from '#contract/moderation/cases.ts'
import type { CaseReport } from '#contract/moderation/caseFile.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Time } from '#web/text/Time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PersonFacts } from './PersonFacts.tsx'
import styles from './cases.module.css'

/** Who reported what, newest first; however many, they are one case. */
export function CaseReports({ file: { latest, reports } }: { file: CaseFile }) {
  const { t } = useText('moderation')
  return (
    <Card
      titleId="reports"
      title={<Text ns="moderation" k="reports" values={{ count: reports }} />}
    >
      {reports > latest.length && (
        <p className="soft small">
          <Text ns="moderation" k="latest" values={{ count: latest.length }} />
        </p>
      )}
      <ol className={`stack-4 ${styles.list}`} aria-label={t('reports_list')}>
        {latest.map((report) => (
          <li key={report.id}>
            <Line report={report} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Line({ report }: { report: CaseReport }) {
  const { number, receivedAt, reason, details, explanation, location, reporter, notifier } = report
  return (
    <article className={`stack-2 ${styles.report}`} aria-labelledby={number}>
      <header className={`toolbar ${styles.head}`}>
        <h3 id={number}>{number}</h3>
        <Badge>
          <Text ns="moderation" k={`${reason}_reason`} />
        </Badge>
        {report.isTrusted && (
          <Badge tone="accent">
            <Text ns="moderation" k="trusted" />
          </Badge>
        )}
        {report.isUnfounded && (
          <Badge tone="danger">
            <Text ns="moderation" k="unfounded" />
          </Badge>
        )}
        <span className={styles.end}>
          <Time at={receivedAt} />
        </span>
      </header>
      {location && <Part name="location" words={location} />}
      {details && <Part name="details" words={details} />}
      {explanation && <Part name="explanation" words={explanation} />}
      {reporter ? (
        <details className={styles.context}>
          <Text as="summary" ns="moderation" k="by" values={{ name: reporter.username }} />
          <PersonFacts person={reporter} />
        </details>
      ) : (
        <p className="soft small">
          <Text ns="moderation" k="by" values={{ name: notifier ?? '–' }} />
        </p>
      )}
    </article>
  )
}

type PartProps = { name: 'location' | 'details' | 'explanation'; words: string }

const Part = ({ name, words }: PartProps) => (
  <div>
    <Text as="p" className="soft small" ns="moderation" k={name} />
    <p className="prose" lang="" dir="auto">
      {words}
    </p>
  </div>
)
