import { BellList } from '#web/features/notifications/BellList.tsx'
import { WaveList } from '#web/features/posts/waves/WaveList.tsx'
import { paths } from '#web/paths.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'
import styles from './BellPage.module.css'

export function BellPage() {
  const back = { to: paths.rooms, label: <Text ns="bell" k="back" /> }
  return (
    <Page title={{ ns: 'bell', k: 'title' }} back={back}>
      <div className={styles.bell}>
        <h1>
          <Text ns="bell" k="title" />
        </h1>
        <BellList />
        <WaveList />
      </div>
    </Page>
  )
}
