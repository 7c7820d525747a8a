import { legalPages, type LegalPage } from '#contract/pages.ts'
import { cookiesInGerman } from './cookies.de.ts'
import { cookiesInEnglish } from './cookies.en.ts'
import { impressumInGerman } from './impressum.de.ts'
import { impressumInEnglish } from './impressum.en.ts'
import type { LegalDocuments, LegalEdition } from './legalText.ts'
import { privacyInGerman } from './privacy.de.ts'
import { privacyInEnglish } from './privacy.en.ts'
import { termsInGerman } from './terms.de.ts'
import { termsInEnglish } from './terms.en.ts'

/**
 * Every legal text with its versions. A new version goes in front; the one before keeps its words,
 * in files of its own, and stays readable at `archivePath`.
 */
export const legalDocuments: LegalDocuments = {
  terms: [
    { version: '2.0.0', since: '2026-11-21', texts: { de: termsInGerman, en: termsInEnglish } },
  ],
  privacy: [
    { version: '2.1.0', since: '2026-11-21', texts: { de: privacyInGerman, en: privacyInEnglish } },
  ],
  impressum: [
    {
      version: null,
      since: '2026-11-21',
      texts: { de: impressumInGerman, en: impressumInEnglish },
    },
  ],
  cookies: [
    { version: '1.0.0', since: '2026-11-21', texts: { de: cookiesInGerman, en: cookiesInEnglish } },
  ],
}

/** `/legal/terms-1-0-0`: a file of its own among the public pages. */
export const archivePath = (page: LegalPage, { version, since }: LegalEdition): string =>
  `/legal/${page}-${(version ?? since).replaceAll('.', '-')}`

export const earlierEditions = (documents: LegalDocuments) =>
  legalPages.flatMap((page) =>
    documents[page]
      .slice(1)
      .map((edition) => ({ page, edition, path: archivePath(page, edition) })),
  )
