import type { CaseFile } from '#contract/moderation/cases.ts'
import { formatMoment } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Said } from '#web/ui/Entry.tsx'
import { Reasons } from '#web/features/moderation/cases/deciding/Reasons.tsx'
import styles from './cases.module.css'

/** What was decided so far, by whom and why, newest first. */
export function Decisions({ decisions }: Pick<CaseFile, 'decisions'>) {
  const { t } = useText('moderation')
  const tongue = useScreenTongue()
  return (
    <ol className={`stack-4 ${styles.list}`} aria-label={t('decisions')}>
      {decisions.map(({ id, kind, by, at, facts, rule, endsAt }) => (
        <li key={id}>
          <Said>
            <p>
              <Text as="strong" ns="moderation" k={kind} />
              {endsAt && (
                <>
                  {' '}
                  <Text
                    ns="moderation"
                    k="until_when"
                    values={{ when: formatMoment(endsAt, tongue) }}
                  />
                </>
              )}
            </p>
            <Text
              as="p"
              className="soft small"
              ns="moderation"
              k="decided_by"
              values={{ by: by ?? '–', when: formatMoment(at, tongue) }}
            />
            <Reasons rule={rule} facts={facts} />
          </Said>
        </li>
      ))}
    </ol>
  )
}
