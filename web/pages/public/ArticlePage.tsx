import { LegalArticle } from '#web/legal/LegalArticle.tsx'
import type { LegalEdition } from '#web/legal/legalText.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { useClub } from '#web/text/club.ts'
import { useSpokenTongue } from '#web/text/useSpokenTongue.ts'

/** A page of one article out of `legal/`: the house rules, or how accessible the club is. */
export function ArticlePage({ texts }: Pick<LegalEdition, 'texts'>) {
  const lang = useSpokenTongue()
  const text = texts[lang](useClub().admission)
  return (
    <Page title={text.title} width="wide">
      <LegalArticle lang={lang} text={text} isPage />
    </Page>
  )
}
