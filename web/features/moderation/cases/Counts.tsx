import { noticeKinds } from '#contract/contact.ts'
import { reportReasons } from '#contract/moderation/reports.ts'
import type { Key } from '#web/text/catalogues.ts'
import { formatNumber } from '#web/text/amounts.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { decisionKey } from '#web/features/moderation/cases/deciding/decisionKey.ts'
import styles from './cases.module.css'

type Props = {
  title: 'by_reason' | 'by_decision' | 'by_statement'
  counts: { key: string; count: number }[]
}

const reasons = [...reportReasons, ...noticeKinds]

function wordsFor(title: Props['title'], key: string): Key<'moderation'> | undefined {
  if (title !== 'by_reason') return decisionKey(key)
  const reason = reasons.find((one) => one === key)
  return reason && `${reason}_reason`
}

/** How often what; what this version has no words for stands there as it is. */
export function Counts({ title, counts }: Props) {
  const tongue = useScreenTongue()
  return (
    <section className={`stack-4 no-ring ${styles.part}`} aria-labelledby={title}>
      <Text as="h2" id={title} className={styles.heading} ns="moderation" k={title} />
      {counts.length === 0 ? (
        <Text as="p" className="soft small" ns="moderation" k="nothing_yet" />
      ) : (
        <dl className={styles.counts}>
          {counts.map(({ key, count }) => {
            const words = wordsFor(title, key)
            return (
              <div key={key}>
                <dt>{words ? <Text ns="moderation" k={words} /> : key}</dt>
                <dd>{formatNumber(count, tongue)}</dd>
              </div>
            )
          })}
        </dl>
      )}
    </section>
  )
}
