import { useSearchParams } from 'react-router'
import type { BellItem } from '#contract/notifications/bellItems.ts'
import { BellList } from '#web/features/notifications/BellList.tsx'
import { WaveAnswer } from '#web/features/posts/waves/WaveAnswer.tsx'
import { WaveList } from '#web/features/posts/waves/WaveList.tsx'
import { paths } from '#web/paths.ts'
import { FilterBar } from '#web/platform/lists/FilterBar.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import styles from './BellPage.module.css'

/** What is shown stands in the address, so that the way back leads to it. */
const WAVES = 'waves'

export function BellPage() {
  const { t } = useText('bell')
  const [search, setSearch] = useSearchParams()
  const shown = search.get('show') === WAVES ? WAVES : 'all'
  const back = { to: paths.rooms, label: <Text ns="bell" k="back" /> }
  return (
    <Page title={{ ns: 'bell', k: 'title' }} back={back}>
      <div className={styles.bell}>
        <h1>
          <Text ns="bell" k="title" />
        </h1>
        <FilterBar
          label={t('show')}
          chosen={shown}
          choices={[
            { filter: 'all', words: <Text ns="bell" k="show_all" /> },
            { filter: WAVES, words: <Text ns="bell" k="show_waves" /> },
          ]}
          onChoose={(next) => setSearch(next === WAVES ? { show: WAVES } : {}, { replace: true })}
        />
        {shown === WAVES ? <WaveList /> : <BellList actsOf={actsOf} />}
      </div>
    </Page>
  )
}

/** A hello of one is answered where it is read; of several, one by one where all of them stand. */
function actsOf({ kind, count, actors: [one], isWaveOwed }: BellItem, returnTo: Returning) {
  if (kind !== 'wave' || count !== 1 || !one) return null
  return <WaveAnswer member={one} isOwed={isWaveOwed} returnTo={returnTo} />
}

type Returning = () => HTMLElement | null
