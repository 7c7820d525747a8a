import { legalPages, type LegalPage } from '#contract/pages.ts'
import { cookiesInGerman } from './cookies.de.ts'
import { cookiesInEnglish } from './cookies.en.ts'
import { impressumInGerman } from './impressum.de.ts'
import { impressumInEnglish } from './impressum.en.ts'
import type { LegalDocuments, LegalEdition } from './legalText.ts'
import { privacy210InGerman } from './privacy.2-1-0.de.ts'
import { privacy210InEnglish } from './privacy.2-1-0.en.ts'
import { privacy220InGerman } from './privacy.2-2-0.de.ts'
import { privacy220InEnglish } from './privacy.2-2-0.en.ts'
import { privacy230InGerman } from './privacy.2-3-0.de.ts'
import { privacy230InEnglish } from './privacy.2-3-0.en.ts'
import { privacy240InGerman } from './privacy.2-4-0.de.ts'
import { privacy240InEnglish } from './privacy.2-4-0.en.ts'
import { privacyInGerman } from './privacy.de.ts'
import { privacyInEnglish } from './privacy.en.ts'
import { terms200InGerman } from './terms.2-0-0.de.ts'
import { terms200InEnglish } from './terms.2-0-0.en.ts'
import { terms210InGerman } from './terms.2-1-0.de.ts'
import { terms210InEnglish } from './terms.2-1-0.en.ts'
import { terms220InGerman } from './terms.2-2-0.de.ts'
import { terms220InEnglish } from './terms.2-2-0.en.ts'
import { termsInGerman } from './terms.de.ts'
import { termsInEnglish } from './terms.en.ts'

/**
 * Every legal text with its versions. A new version goes in front; the one before keeps its words,
 * in files of its own, and stays readable at `archivePath`.
 */
export const legalDocuments: LegalDocuments = {
  terms: [
    { version: '2.3.0', since: '2026-11-26', texts: { de: termsInGerman, en: termsInEnglish } },
    {
      version: '2.2.0',
      since: '2026-11-24',
      texts: { de: terms220InGerman, en: terms220InEnglish },
    },
    {
      version: '2.1.0',
      since: '2026-11-23',
      texts: { de: terms210InGerman, en: terms210InEnglish },
    },
    {
      version: '2.0.0',
      since: '2026-11-21',
      texts: { de: terms200InGerman, en: terms200InEnglish },
    },
  ],
  privacy: [
    { version: '2.5.0', since: '2026-11-26', texts: { de: privacyInGerman, en: privacyInEnglish } },
    {
      version: '2.4.0',
      since: '2026-11-24',
      texts: { de: privacy240InGerman, en: privacy240InEnglish },
    },
    {
      version: '2.3.0',
      since: '2026-11-23',
      texts: { de: privacy230InGerman, en: privacy230InEnglish },
    },
    {
      version: '2.2.0',
      since: '2026-11-22',
      texts: { de: privacy220InGerman, en: privacy220InEnglish },
    },
    {
      version: '2.1.0',
      since: '2026-11-21',
      texts: { de: privacy210InGerman, en: privacy210InEnglish },
    },
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
