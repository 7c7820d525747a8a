import { useParams } from 'react-router'
import { Terms } from '#web/legal/Terms.tsx'
import { LegalComing } from '#web/legal/LegalComing.tsx'
import { Page } from '#web/platform/shell/Page.tsx'

/** Always in both languages; a name nobody knows shows the terms (spec section 2). */
export function LegalPage() {
  const { page } = useParams()
  switch (page) {
    case 'privacy':
      return (
        <Page title={{ ns: 'pages', k: 'privacy_title' }}>
          <LegalComing subject="privacy" />
        </Page>
      )
    case 'impressum':
      return (
        <Page title={{ ns: 'pages', k: 'impressum_title' }}>
          <LegalComing subject="impressum" />
        </Page>
      )
    case 'cookies':
      return (
        <Page title={{ ns: 'pages', k: 'legal_cookies_title' }}>
          <LegalComing subject="cookies" />
        </Page>
      )
    default:
      return (
        <Page title={{ ns: 'pages', k: 'terms_title' }}>
          <Terms />
        </Page>
      )
  }
}
