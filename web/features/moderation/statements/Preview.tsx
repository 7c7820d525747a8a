import { useState } from 'react'
import type { Statement } from '#contract/moderation/statements.ts'
import type { Tongue } from '#web/text/language.ts'
import { FilterBar } from '#web/platform/lists/FilterBar.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Sheet, type SheetWords } from './Sheet.tsx'
import { PreviewLanguage } from './Words.tsx'
import styles from './statements.module.css'

/** What a member is going to read, in their language until another is chosen. */
export function Preview({ said }: { said: SheetWords & Pick<Statement, 'language'> }) {
  const { t } = useText('statements')
  const [chosen, setChosen] = useState<Tongue | null>(null)
  const tongue = chosen ?? said.language
  return (
    <section className={styles.preview} aria-label={t('preview')}>
      <details>
        <Text as="summary" ns="statements" k="preview" />
        <FilterBar
          label={t('preview_language')}
          choices={[
            { filter: 'de', words: <span lang="de">Deutsch</span> },
            { filter: 'en', words: <span lang="en">English</span> },
          ]}
          chosen={tongue}
          onChoose={setChosen}
        />
        <PreviewLanguage tongue={tongue}>
          <Sheet statement={said} look="stacked" />
        </PreviewLanguage>
      </details>
    </section>
  )
}
