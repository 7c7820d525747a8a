import type { ComponentType, ReactNode } from 'react'
import { matchRoutes, Outlet, type RouteObject } from 'react-router'
import { pages, type Page } from '#contract/pages.ts'
import { PageFailed } from './pages/PageFailed.tsx'
import { PublicPage } from './pages/PublicPage.tsx'
import {
  AdminsOnly,
  FactorFirst,
  MembersOnly,
  ModeratorsOnly,
  TermsFirst,
  VisitorsOnly,
} from './platform/guards.tsx'
import type { Namespace } from './text/catalogues.ts'
import { needWords } from './text/i18n.ts'
import { consentWords, factorWords, screenWords, suspendedWords } from './text/screenWords.ts'
import { lazyPart } from './ui/lazyPart.tsx'

type Handle = { preload: () => Promise<unknown> }

/** In the place of a whole screen. */
const LATE = { away: <PageFailed isAway />, gone: <PageFailed /> }

function screen(load: () => Promise<ComponentType>, words: readonly Namespace[] = []) {
  const { Part, preload } = lazyPart(async () => {
    const [part] = await Promise.all([load(), needWords(words)])
    return part
  }, LATE)
  return { element: <Part />, handle: { preload } satisfies Handle }
}

const page = (name: keyof typeof pages, load: () => Promise<ComponentType>): RouteObject => ({
  path: pages[name].path,
  ...screen(load, screenWords[name]),
})

const publicPaths = [
  ...Object.values<Page>(pages).flatMap(({ path, isStatic }) => (isStatic ? path : [])),
  '*',
]

/** Every screen, loaded with its words when it is first visited. Who may see it is the guard around it. */
const everyone: RouteObject[] = [
  ...publicPaths.map((path) => ({ path, element: <PublicPage /> })),
  page(
    'resetPassword',
    async () => (await import('./pages/ResetPasswordPage.tsx')).ResetPasswordPage,
  ),
  page('digestOff', async () => (await import('./pages/DigestOffPage.tsx')).DigestOffPage),
  page('appeal', async () => (await import('./pages/AppealPage.tsx')).AppealPage),
]

const visitors: RouteObject[] = [
  page('signUp', async () => (await import('./pages/SignUpPage.tsx')).SignUpPage),
  page('logIn', async () => (await import('./pages/LogInPage.tsx')).LogInPage),
]

const members: RouteObject[] = [
  page('rooms', async () => (await import('./pages/RoomsPage.tsx')).RoomsPage),
  page('room', async () => (await import('./pages/RoomPage.tsx')).RoomPage),
  page('search', async () => (await import('./pages/SearchPage.tsx')).SearchPage),
  page('profile', async () => (await import('./pages/ProfilePage.tsx')).ProfilePage),
  page('member', async () => (await import('./pages/MemberPage.tsx')).MemberPage),
  page('settings', async () => (await import('./pages/SettingsPage.tsx')).SettingsPage),
  page('notices', async () => (await import('./pages/BellPage.tsx')).BellPage),
  page('verify', async () => (await import('./pages/VerifyPage.tsx')).VerifyPage),
  page('upgrade', async () => (await import('./pages/UpgradePage.tsx')).UpgradePage),
  page('order', async () => (await import('./pages/OrderPage.tsx')).OrderPage),
  page('reports', async () => (await import('./pages/ReportsPage.tsx')).ReportsPage),
  page('report', async () => (await import('./pages/ReportPage.tsx')).ReportPage),
  page('statements', async () => (await import('./pages/StatementsPage.tsx')).StatementsPage),
  page('statement', async () => (await import('./pages/StatementPage.tsx')).StatementPage),
  page('invitations', async () => (await import('./pages/InvitationsPage.tsx')).InvitationsPage),
]

const moderators: RouteObject[] = [
  page('adminStart', async () => (await import('./pages/AdminStartPage.tsx')).AdminStartPage),
  page('adminReports', async () => (await import('./pages/AdminReportsPage.tsx')).AdminReportsPage),
  page(
    'adminReportFigures',
    async () => (await import('./pages/AdminReportFiguresPage.tsx')).AdminReportFiguresPage,
  ),
  page('adminReport', async () => (await import('./pages/AdminReportPage.tsx')).AdminReportPage),
]

const admins: RouteObject[] = [
  page(
    'adminVerifications',
    async () => (await import('./pages/AdminVerificationsPage.tsx')).AdminVerificationsPage,
  ),
  page('adminContact', async () => (await import('./pages/AdminContactPage.tsx')).AdminContactPage),
  page('adminMoney', async () => (await import('./pages/AdminMoneyPage.tsx')).AdminMoneyPage),
  page(
    'adminRequests',
    async () => (await import('./pages/AdminRequestsPage.tsx')).AdminRequestsPage,
  ),
  page(
    'adminRetention',
    async () => (await import('./pages/AdminRetentionPage.tsx')).AdminRetentionPage,
  ),
  page('adminDoor', async () => (await import('./pages/AdminDoorPage.tsx')).AdminDoorPage),
  page('adminMembers', async () => (await import('./pages/AdminMembersPage.tsx')).AdminMembersPage),
  page('adminRooms', async () => (await import('./pages/AdminRoomsPage.tsx')).AdminRoomsPage),
  page(
    'adminIcebreakers',
    async () => (await import('./pages/AdminIcebreakersPage.tsx')).AdminIcebreakersPage,
  ),
  page(
    'adminSettings',
    async () => (await import('./pages/AdminSettingsPage.tsx')).AdminSettingsPage,
  ),
  page('adminAudit', async () => (await import('./pages/AdminAuditPage.tsx')).AdminAuditPage),
  page('adminHealth', async () => (await import('./pages/AdminHealthPage.tsx')).AdminHealthPage),
  page('adminWords', async () => (await import('./pages/AdminWordsPage.tsx')).AdminWordsPage),
  page('adminArea', async () => (await import('./pages/AdminAreaPage.tsx')).AdminAreaPage),
]

/** Only who is signed in needs the live line, so nobody else loads it. */
const membersFrame = screen(async () => (await import('./pages/MembersArea.tsx')).MembersArea)

/** Before anything else, where a new version of the terms waits. */
const termsDue = screen(
  async () => (await import('./pages/TermsDuePage.tsx')).TermsDuePage,
  consentWords,
)

/** In place of an admins' page, until a second factor was shown. */
const factorDue = screen(
  async () => (await import('./pages/FactorDuePage.tsx')).FactorDuePage,
  factorWords,
)

/** In place of what is closed to whoever is suspended. */
const suspended = screen(
  async () => (await import('./pages/SuspendedPage.tsx')).SuspendedPage,
  suspendedWords,
)

type Guard = ComponentType<{ suspended?: ReactNode; children: ReactNode }>

const behind = (Guard: Guard, children: RouteObject[]): RouteObject => ({
  element: (
    <Guard suspended={suspended.element}>
      <TermsFirst page={termsDue.element}>
        <FactorFirst page={factorDue.element}>
          <Outlet />
        </FactorFirst>
      </TermsFirst>
    </Guard>
  ),
  children,
})

export const routes: RouteObject[] = [
  ...everyone,
  behind(VisitorsOnly, visitors),
  behind(MembersOnly, [{ ...membersFrame, children: members }]),
  behind(ModeratorsOnly, [{ ...membersFrame, children: moderators }]),
  behind(AdminsOnly, [{ ...membersFrame, children: admins }]),
]

/** Fetches what a path shows; whether that works is told when it is shown. */
export async function preloadScreens(path: string): Promise<void> {
  const handles = matchRoutes(routes, path)?.flatMap(({ route }) => (route.handle as Handle) ?? [])
  await Promise.all((handles ?? []).map(({ preload }) => preload()))
}
