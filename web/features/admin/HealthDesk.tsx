import { useQuery } from '@tanstack/react-query'
import { getHealth } from '#contract/admin/admin.ts'
import { limits } from '#contract/limits.ts'
import { query } from '#web/platform/api/call.ts'
import { formatNumber } from '#web/text/amounts.ts'
import { formatDate } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import styles from './admin.module.css'

const NUMBERS = ['newcomers', 'admitted', 'firstPost', 'returning', 'posts', 'reports'] as const

/** The club week by week, the running one on top. */
export function HealthDesk() {
  const { t } = useText('house')
  const tongue = useScreenTongue()
  const list = useQuery({ ...query(getHealth, {}), staleTime: 0 })
  const words = (number: number | null) =>
    number === null ? `<${limits.smallNumber}` : formatNumber(number, tongue)
  return (
    <QueryView query={list} failed={<Text ns="house" k="failed" />}>
      {({ weeks }) => (
        <>
          <table className={`small tabular ${styles.table}`} aria-label={t('health_table')}>
            <thead>
              <tr>
                <th scope="col">
                  <Text ns="house" k="week" />
                </th>
                {NUMBERS.map((name) => (
                  <th key={name} scope="col">
                    <Text ns="house" k={`health_${name}`} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeks.toReversed().map((week) => (
                <tr key={week.week}>
                  <th scope="row">
                    <span className={styles.label} aria-hidden="true">
                      <Text ns="house" k="week" />{' '}
                    </span>
                    {formatDate(week.week, tongue)}
                  </th>
                  {NUMBERS.map((name) => (
                    <td key={name}>
                      <span className={styles.label} aria-hidden="true">
                        <Text ns="house" k={`health_${name}`} />
                      </span>
                      {words(week[name])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <p className={`break-anywhere soft small ${styles.soft}`}>
            <Text
              ns="house"
              k="health_note"
              values={{ small: limits.smallNumber, most: limits.smallNumber - 1 }}
            />
          </p>
        </>
      )}
    </QueryView>
  )
}
