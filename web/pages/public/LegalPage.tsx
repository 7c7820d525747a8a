import type { LegalPage as Name } from '#contract/pages.ts'
import { LegalDocument } from '#web/legal/LegalDocument.tsx'
import type { LegalEdition, LegalEditions } from '#web/legal/legalText.ts'
import { LEGAL_TITLES } from '#web/legal/titles.ts'
import { Page } from '#web/platform/shell/Page.tsx'

type Props = {
  page: Name
  editions: LegalEditions
  /** Not the one in force. */ old?: LegalEdition
}

/** Always in both languages. */
export function LegalPage({ page, editions, old }: Props) {
  return (
    <Page title={{ ns: 'pages', k: LEGAL_TITLES[page] }} width="wide">
      <LegalDocument page={page} editions={editions} {...(old && { old })} />
    </Page>
  )
}
