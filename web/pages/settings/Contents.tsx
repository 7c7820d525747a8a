import type { FocusEvent, ReactNode } from 'react'
import { useText } from '#web/text/useText.ts'
import styles from '../SettingsPage.module.css'

export type Place = { id: string; name: ReactNode }

/** The cards by name: beside them where there is room, else a strip above them. */
export function Contents({ groups }: { groups: Place[][] }) {
  const { t } = useText('settings')
  return (
    <nav aria-label={t('contents')} className={styles.contents}>
      {groups.map((places) => (
        <ul key={places[0]?.id}>
          {places.map(({ id, name }) => (
            <li key={id}>
              <a href={`#${id}`} onFocus={whole}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}

/** Browsers leave a name that is half out of the strip where it is. */
const whole = ({ currentTarget }: FocusEvent) =>
  currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
