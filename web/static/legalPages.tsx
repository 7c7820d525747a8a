import { legalPages } from '#contract/pages.ts'
import { earlierEditions } from '#web/legal/documents.ts'
import { plainWords, type LegalDocuments, type LegalText } from '#web/legal/legalText.ts'
import { LegalPage } from '#web/pages/public/LegalPage.tsx'
import { paths } from '#web/paths.ts'
import { useClub } from '#web/text/club.ts'
import type { Tongue } from '#web/text/language.ts'
import type { StaticPage } from './pages.tsx'

/** The terms say how the club lets people in. */
const asking = (page: string) => (page === 'terms' ? ({ asksAdmission: true } as const) : {})

/** The legal pages in force, and every version before them at an address of its own. */
export const legalStaticPages = (documents: LegalDocuments): StaticPage[] => [
  ...legalPages.map((page): StaticPage => ({
    path: paths.legal(page),
    ...asking(page),
    Description: ({ tongue }) => {
      const { admission } = useClub()
      return <Summary text={documents[page][0].texts[tongue](admission)} />
    },
    element: <LegalPage page={page} editions={documents[page]} />,
  })),
  ...earlierEditions(documents).map(({ page, edition, path }): StaticPage => ({
    path,
    ...asking(page),
    element: <LegalPage page={page} editions={documents[page]} old={edition} />,
  })),
]

/** What search engines read of a text: how it begins. */
export function Summary({ text }: { text: LegalText }) {
  const { name } = useClub()
  return <meta name="description" content={plainWords(text.intro).replaceAll('{product}', name)} />
}

export const createSummary = (texts: Record<Tongue, () => LegalText>) =>
  function TextSummary({ tongue }: { tongue: Tongue }) {
    return <Summary text={texts[tongue]()} />
  }
