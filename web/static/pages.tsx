import '#web/ui/styles/base.css'
import './static.css'
import type { ReactElement } from 'react'
import { pages } from '#contract/pages.ts'
import { ArticlePage } from '#web/pages/public/ArticlePage.tsx'
import { CancellationPage } from '#web/pages/public/CancellationPage.tsx'
import { ContactPage } from '#web/pages/public/ContactPage.tsx'
import { InvitePage } from '#web/pages/admission/InvitePage.tsx'
import { LandingPage } from '#web/pages/public/LandingPage.tsx'
import { NotFoundPage } from '#web/pages/NotFoundPage.tsx'
import { NoticePage } from '#web/pages/public/NoticePage.tsx'
import { WaitlistPage } from '#web/pages/admission/WaitlistPage.tsx'
import { WithdrawalPage } from '#web/pages/public/WithdrawalPage.tsx'
import type { Tongue } from '#web/text/language.ts'
import { useText } from '#web/text/Text.tsx'
import { accessibility, houseRules, legalDocuments } from './legal/legalFiles.ts'
import { legalStaticPages, createSummary } from './legal/legalPages.tsx'

export type StaticPage = {
  path: string
  /** Says another thing while sign-up is open than while it takes an invitation. */
  asksAdmission?: true
  /** Search engines may keep it, and read this of it. */
  Description?: (props: { tongue: Tongue }) => ReactElement
  element: ReactElement
}

const NOT_FOUND = '/not-found'

/** Every page that is a document of its own, complete without scripts. */
export const staticPages: StaticPage[] = [
  { path: pages.landing.path, Description: LandingDescription, element: <LandingPage /> },
  { path: pages.waitlist.path, element: <WaitlistPage /> },
  { path: pages.invite.path, element: <InvitePage /> },
  {
    path: pages.contact.path,
    Description: () => <Description words={useText('contact').t('lead')} />,
    element: <ContactPage />,
  },
  {
    path: pages.notice.path,
    Description: () => <Description words={useText('contact').t('notice_lead')} />,
    element: <NoticePage />,
  },
  {
    path: pages.cancellation.path,
    Description: () => <Description words={useText('declarations').t('cancel_lead')} />,
    element: <CancellationPage />,
  },
  {
    path: pages.withdrawal.path,
    Description: () => <Description words={useText('declarations').t('withdraw_lead')} />,
    element: <WithdrawalPage />,
  },
  {
    path: pages.rules.path,
    Description: createSummary(houseRules),
    element: <ArticlePage texts={houseRules} />,
  },
  {
    path: pages.accessibility.path,
    Description: createSummary(accessibility),
    element: <ArticlePage texts={accessibility} />,
  },
  ...legalStaticPages(legalDocuments),
  { path: NOT_FOUND, element: <NotFoundPage /> },
]

const Description = ({ words }: { words: string }) => <meta name="description" content={words} />

function LandingDescription() {
  return <Description words={useText('landing').t('text')} />
}
