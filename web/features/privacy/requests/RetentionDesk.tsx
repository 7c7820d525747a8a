import type { RetentionLine } from '#contract/privacy/dataRequests.ts'
import type { RetentionRule } from '#contract/privacy/retention.ts'
import { formatMoment } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { Text } from '#web/text/Text.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { RetentionTable } from './RetentionTable.tsx'
import { useRetention } from './useRequests.ts'

/** A rule as people read it: what it is about, since when it counts, how long. */
export type RuleWords = { rule: RetentionRule; what: string; since: string; period: string }

/** Every rule of retention, and whether it is kept. */
export function RetentionDesk({ words }: { words: RuleWords[] }) {
  return (
    <QueryView query={useRetention()} failed={<Text ns="rights" k="retention_failed" />}>
      {({ rules, countedAt }) => (
        <div className="stack-4">
          <Proof rules={rules} countedAt={countedAt} />
          <RetentionTable words={words} lines={rules} isCounted={countedAt !== null} />
        </div>
      )}
    </QueryView>
  )
}

type ProofProps = { rules: RetentionLine[]; countedAt: string | null }

function Proof({ rules, countedAt }: ProofProps) {
  const tongue = useScreenTongue()
  if (!countedAt)
    return (
      <Notice announced={false} title={<Text ns="rights" k="retention_uncounted" />}>
        <Text ns="rights" k="retention_uncounted_text" />
      </Notice>
    )
  const count = rules.reduce((sum, { overdue }) => sum + (overdue ?? 0), 0)
  const values = { count, when: formatMoment(countedAt, tongue) }
  return count === 0 ? (
    <Notice
      tone="success"
      announced={false}
      title={<Text ns="rights" k="retention_kept" values={values} />}
    >
      <Text ns="rights" k="retention_kept_text" values={values} />
    </Notice>
  ) : (
    <Notice
      tone="danger"
      announced={false}
      title={<Text ns="rights" k="retention_late" values={values} />}
    >
      <Text ns="rights" k="retention_late_text" values={values} />
    </Notice>
  )
}
