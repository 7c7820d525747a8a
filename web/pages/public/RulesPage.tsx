import { LegalArticle } from '#web/legal/LegalArticle.tsx'
import { rulesInEnglish } from '#web/legal/rules.en.ts'
import { rulesInGerman } from '#web/legal/rules.de.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { useSpokenTongue } from '#web/text/useSpokenTongue.ts'

export function RulesPage() {
  const lang = useSpokenTongue()
  const text = lang === 'de' ? rulesInGerman() : rulesInEnglish()
  return (
    <Page title={text.title} width="wide">
      <LegalArticle lang={lang} text={text} isPage />
    </Page>
  )
}
