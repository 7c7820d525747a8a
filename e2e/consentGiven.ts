import { documentVersions } from '#contract/consentVersions.ts'

/** The consent to content of Art. 9 GDPR, as the screens send it. */
export const contentConsentGiven = {
  document: 'content',
  version: documentVersions.content,
  language: 'de',
  method: 'checkbox',
} as const
