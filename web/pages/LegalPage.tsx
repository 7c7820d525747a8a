import type { LegalPage as Name } from '#contract/pages.ts'
import { LegalComing } from '#web/legal/LegalComing.tsx'
import { Terms } from '#web/legal/Terms.tsx'
import { Page } from '#web/platform/shell/Page.tsx'

const TITLES = {
  terms: 'terms_title',
  privacy: 'privacy_title',
  impressum: 'impressum_title',
  cookies: 'legal_cookies_title',
} as const satisfies Record<Name, string>

/** Always in both languages. */
export function LegalPage({ page }: { page: Name }) {
  return (
    <Page title={{ ns: 'pages', k: TITLES[page] }}>
      {page === 'terms' ? <Terms /> : <LegalComing subject={page} />}
    </Page>
  )
}
