import '#web/ui/base.css'
import './static.css'
import type { ReactElement } from 'react'
import { legalPages, pages, type LegalPage as LegalName } from '#contract/pages.ts'
import { LEGAL_COMING } from '#web/legal/comingTexts.ts'
import { termsInEnglish } from '#web/legal/terms.en.ts'
import { termsInGerman } from '#web/legal/terms.de.ts'
import { InvitePage, WaitlistPage } from '#web/pages/ComingPages.tsx'
import { LandingPage } from '#web/pages/LandingPage.tsx'
import { LegalPage } from '#web/pages/LegalPage.tsx'
import { NotFoundPage } from '#web/pages/NotFoundPage.tsx'
import { paths } from '#web/paths.ts'
import { club } from '#web/text/club.ts'
import type { Tongue } from '#web/text/language.ts'
import { useText } from '#web/text/useText.ts'

export type StaticPage = {
  path: string
  /** Says another thing while sign-up is open than while it takes an invitation. */
  asksAdmission?: true
  /** Search engines may keep it, and read this of it. */
  Description?: (props: { tongue: Tongue }) => ReactElement
  element: ReactElement
}

export const NOT_FOUND = '/not-found'

/** Every page that is a document of its own, complete without scripts. */
export const staticPages: StaticPage[] = [
  { path: pages.landing.path, Description: LandingDescription, element: <LandingPage /> },
  { path: pages.waitlist.path, element: <WaitlistPage /> },
  { path: pages.invite.path, element: <InvitePage /> },
  ...legalPages.map((name): StaticPage => ({
    path: paths.legal(name),
    ...(name === 'terms' && { asksAdmission: true }),
    Description: ({ tongue }) => <Description words={legalSummary(name, tongue)} />,
    element: <LegalPage page={name} />,
  })),
  { path: NOT_FOUND, element: <NotFoundPage /> },
]

const Description = ({ words }: { words: string }) => <meta name="description" content={words} />

function LandingDescription() {
  return <Description words={useText('landing').t('text')} />
}

function legalSummary(page: LegalName, tongue: Tongue): string {
  if (page !== 'terms') return LEGAL_COMING[page][tongue].paragraphs[0] ?? ''
  const { admission, name } = club()
  const { intro } = tongue === 'de' ? termsInGerman(admission) : termsInEnglish(admission)
  return intro.replaceAll('{product}', name)
}
