import { legalPages } from '#contract/pages.ts'
import { plainWords, type LegalDocuments, type LegalEdition } from '#web/legal/legalText.ts'
import { LegalPage } from '#web/pages/public/LegalPage.tsx'
import { paths } from '#web/paths.ts'
import { useClub } from '#web/text/club.ts'
import type { Tongue } from '#web/text/language.ts'
import type { StaticPage } from '#web/static/pages.tsx'
import { earlierEditions } from './legalFiles.ts'

/** The terms say how the club lets people in. */
const asking = (page: string) => (page === 'terms' ? ({ asksAdmission: true } as const) : {})

/** The legal pages in force, and every version before them at an address of its own. */
export const legalStaticPages = (documents: LegalDocuments): StaticPage[] => [
  ...legalPages.map((page): StaticPage => ({
    path: paths.legal(page),
    ...asking(page),
    Description: createSummary(documents[page][0].texts),
    element: <LegalPage page={page} editions={documents[page]} />,
  })),
  ...earlierEditions(documents).map(({ page, edition, path }): StaticPage => ({
    path,
    ...asking(page),
    element: <LegalPage page={page} editions={documents[page]} old={edition} />,
  })),
]

/** What search engines read of a text: how it begins. */
export const createSummary = (texts: LegalEdition['texts']) =>
  function Summary({ tongue }: { tongue: Tongue }) {
    const { name, admission } = useClub()
    const words = plainWords(texts[tongue](admission).intro).replaceAll('{product}', name)
    return <meta name="description" content={words} />
  }
