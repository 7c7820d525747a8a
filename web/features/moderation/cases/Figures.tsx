// One year of reports, decisions and appeals in numbers, to read and to take along.
import { useSearchParams } from 'react-router'
import { exportDeskFigures, type getDeskFigures } from '#contract/moderation/cases.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { callPath } from '#web/platform/api/call.ts'
import { useSession } from '#web/platform/session/session.ts'
import type { Key } from '#web/text/catalogues.ts'
import { formatNumber } from '#web/text/amounts.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Field, Select } from '#web/ui/fields/Field.tsx'
import { Counts } from './Counts.tsx'
import { useFigures } from './useDesk.ts'
import styles from './cases.module.css'

type Answer = AnswerOf<typeof getDeskFigures>

/** How many years back one can choose; older ones have an address all the same. */
const YEARS = 5

export function Figures() {
  const { t } = useText('moderation')
  const [search, setSearch] = useSearchParams()
  const thisYear = useSession().clubNow().getFullYear()
  const year = Number(search.get('year')) || thisYear
  const result = useFigures(year)
  const years = new Set([year, ...Array.from({ length: YEARS }, (_, back) => thisYear - back)])
  return (
    <section className="stack-4" aria-label={t('figures')}>
      <div className={styles.bar}>
        <Field label={<Text ns="moderation" k="year" />}>
          <Select
            value={year}
            onChange={({ target }) => setSearch({ year: target.value }, { replace: true })}
          >
            {[...years]
              .toSorted((a, b) => b - a)
              .map((one) => (
                <option key={one}>{one}</option>
              ))}
          </Select>
        </Field>
        <a href={callPath(exportDeskFigures, {}, { year })} download className="tall-link">
          <Text ns="moderation" k="csv" values={{ year }} />
        </a>
      </div>
      <QueryView query={result} failed={<Text ns="moderation" k="figures_failed" />}>
        {(figures) => <Numbers figures={figures} />}
      </QueryView>
    </section>
  )
}

function Numbers({ figures }: { figures: Answer }) {
  const { t } = useText('moderation')
  const tongue = useScreenTongue()
  const time = (minutes: number | null) =>
    minutes === null
      ? '–'
      : minutes < 120
        ? t('minutes', { count: minutes })
        : t('hours', { count: Math.round(minutes / 60) })
  const { cases, appeals } = figures
  const numbers: [Key<'moderation'>, number | string | null][] = [
    ['n_reports', figures.reports],
    ['n_notices', figures.notices],
    ['n_trusted', figures.fromTrusted],
    ['n_opened', cases.opened],
    ['n_decided', cases.decided],
    ['n_overdue', cases.overdue],
    ['n_median', time(figures.medianMinutes)],
    ['n_appeals', appeals.made],
    ['n_granted', appeals.granted],
    ['n_refused', appeals.refused],
    ['n_appeals_open', appeals.open],
    ['n_appeal_median', time(figures.appealMedianMinutes)],
    ['n_handovers', figures.handovers],
    ['n_recipients', figures.monthlyRecipients],
  ]
  return (
    <>
      <dl className={styles.numbers}>
        {numbers.map(([k, number]) => (
          <div key={k}>
            <Text as="dt" className="soft small" ns="moderation" k={k} />
            <dd>{typeof number === 'number' ? formatNumber(number, tongue) : (number ?? '–')}</dd>
          </div>
        ))}
      </dl>
      <Counts title="by_reason" counts={figures.byReason} />
      <Counts title="by_decision" counts={figures.decisions} />
      <Counts title="by_statement" counts={figures.statements} />
    </>
  )
}
