import { accessibilityInEnglish } from '#web/legal/accessibility.en.ts'
import { accessibilityInGerman } from '#web/legal/accessibility.de.ts'
import { LegalArticle } from '#web/legal/LegalArticle.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import { useSpokenTongue } from '#web/text/useSpokenTongue.ts'

export function AccessibilityPage() {
  const lang = useSpokenTongue()
  const text = lang === 'de' ? accessibilityInGerman() : accessibilityInEnglish()
  return (
    <Page title={text.title} width="wide">
      <LegalArticle lang={lang} text={text} isPage />
    </Page>
  )
}
