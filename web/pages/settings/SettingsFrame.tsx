import { useState, type ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { SettingsList } from './SettingsList.tsx'
import { isCalled, places, type CardId, type Part } from './settingsPlaces.ts'
import styles from './SettingsPage.module.css'

type Props = {
  /** The page of the list that this is; the first page of the settings is none of them. */
  part?: Part | 'contract'
  children: ReactNode | ((isSought: (card: CardId) => boolean) => ReactNode)
}

/** What stands around every page of the settings: their list, beside the page where there is room. */
export function SettingsFrame({ part, children }: Props) {
  const { t } = useText('settings')
  const [sought, setSought] = useState('')
  const found = places.filter(({ k }) => isCalled(t(k), sought))
  const isSought = (card: CardId) => found.some((place) => place.card === card)
  const back = part
    ? { to: paths.settings, label: <Text ns="settings" k="title" /> }
    : { to: paths.rooms, label: <Text ns="settings" k="back" /> }
  return (
    <Page title={{ ns: 'settings', k: part ?? 'title' }} back={back} width="wide">
      <div className={`stack-4 ${styles.settings}`}>
        <Text as="h1" ns="settings" k={part ?? 'title'} />
        <div className={`stack-3 ${styles.body}`} data-part={part}>
          <SettingsList
            part={part}
            sought={sought.trim()}
            found={found}
            field={
              <input
                type="search"
                className={styles.field}
                aria-label={t('find')}
                placeholder={t('find')}
                autoComplete="off"
                enterKeyHint="go"
                value={sought}
                onChange={({ target }) => setSought(target.value)}
              />
            }
          />
          <div className={`stack-3 ${styles.content}`}>
            {typeof children === 'function' ? children(isSought) : children}
          </div>
        </div>
      </div>
    </Page>
  )
}
