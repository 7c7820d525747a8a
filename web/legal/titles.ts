import type { LegalPage } from '#contract/pages.ts'

/** Where the words are that the tab and the first heading show. */
export const LEGAL_TITLES = {
  terms: 'terms_title',
  privacy: 'privacy_title',
  impressum: 'impressum_title',
  cookies: 'legal_cookies_title',
} as const satisfies Record<LegalPage, string>
