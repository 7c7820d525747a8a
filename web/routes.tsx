// Every screen by its path, loaded with its words when it is first visited, and the guard around it.
import type { ComponentType, ReactNode } from 'react'
import { matchRoutes, Outlet, type RouteObject } from 'react-router'
import { pages, type Page } from '#contract/pages.ts'
import { PageFailed } from './pages/PageFailed.tsx'
import { PublicPage } from '#web/pages/public/PublicPage.tsx'
import {
  AdminsOnly,
  FactorFirst,
  MembersOnly,
  ModeratorsOnly,
  TermsFirst,
  VisitorsOnly,
} from '#web/platform/shell/guards.tsx'
import type { Namespace } from './text/catalogues.ts'
import { withWords } from './text/i18n.ts'
import {
  consentWords,
  factorWords,
  screenWords,
  staffWords,
  suspendedWords,
} from './text/screenWords.ts'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'

type Handle = { preload: () => Promise<unknown> }

/** In the place of a whole screen. */
const LATE = { away: <PageFailed isAway />, gone: <PageFailed /> }

/** The file of a screen, which exports nothing else; built, it may hold what others share with it. */
type ScreenFile = Record<string, ComponentType>

function screen(load: () => Promise<ScreenFile>, words: readonly Namespace[] = []) {
  const loadScreen = async () =>
    Object.entries(await load()).find(([name]) => /(Page|Area)$/.test(name))![1]
  const { Part, preload } = lazyPart(() => withWords(words, loadScreen()), LATE)
  return { element: <Part />, handle: { preload } satisfies Handle }
}

const page = (name: keyof typeof pages, load: () => Promise<ScreenFile>): RouteObject => ({
  path: pages[name].path,
  ...screen(load, screenWords[name]),
})

const publicPaths = [
  ...Object.values<Page>(pages).flatMap(({ path, isStatic }) => (isStatic ? path : [])),
  '*',
]

const everyone: RouteObject[] = [
  ...publicPaths.map((path) => ({ path, element: <PublicPage /> })),
  page('resetPassword', () => import('#web/pages/accounts/ResetPasswordPage.tsx')),
  page('digestOff', () => import('#web/pages/accounts/DigestOffPage.tsx')),
  page('appeal', () => import('#web/pages/members/moderation/AppealPage.tsx')),
]

const visitors: RouteObject[] = [
  page('signUp', () => import('#web/pages/admission/SignUpPage.tsx')),
  page('logIn', () => import('#web/pages/accounts/LogInPage.tsx')),
]

const members: RouteObject[] = [
  page('rooms', () => import('#web/pages/members/rooms/RoomsPage.tsx')),
  page('room', () => import('#web/pages/members/rooms/RoomPage.tsx')),
  page('search', () => import('#web/pages/members/SearchPage.tsx')),
  page('people', () => import('#web/pages/members/PeoplePage.tsx')),
  page('profile', () => import('#web/pages/members/ProfilePage.tsx')),
  page('member', () => import('#web/pages/members/MemberPage.tsx')),
  page('settings', () => import('#web/pages/settings/SettingsPage.tsx')),
  page('settingsAccount', () => import('#web/pages/settings/AccountPage.tsx')),
  page('settingsNotifications', () => import('#web/pages/settings/NotificationsPage.tsx')),
  page('settingsAppearance', () => import('#web/pages/settings/AppearancePage.tsx')),
  page('settingsVisibility', () => import('#web/pages/settings/VisibilityPage.tsx')),
  page('settingsRecords', () => import('#web/pages/settings/RecordsPage.tsx')),
  page('settingsContract', () => import('#web/pages/settings/ContractPage.tsx')),
  page('notices', () => import('#web/pages/members/BellPage.tsx')),
  page('tables', () => import('#web/pages/members/tables/TablesPage.tsx')),
  page('table', () => import('#web/pages/members/tables/TablePage.tsx')),
  page('me', () => import('#web/pages/members/MePage.tsx')),
  page('verify', () => import('#web/pages/members/VerifyPage.tsx')),
  page('upgrade', () => import('#web/pages/members/UpgradePage.tsx')),
  page('order', () => import('#web/pages/members/OrderPage.tsx')),
  page('reports', () => import('#web/pages/members/moderation/ReportsPage.tsx')),
  page('report', () => import('#web/pages/members/moderation/ReportPage.tsx')),
  page('statements', () => import('#web/pages/members/moderation/StatementsPage.tsx')),
  page('statement', () => import('#web/pages/members/moderation/StatementPage.tsx')),
  page('invitations', () => import('#web/pages/admission/InvitationsPage.tsx')),
]

const moderators: RouteObject[] = [
  page('adminStart', () => import('#web/pages/admin/AdminStartPage.tsx')),
  page('adminReports', () => import('#web/pages/admin/AdminReportsPage.tsx')),
  page('adminReportFigures', () => import('#web/pages/admin/AdminReportFiguresPage.tsx')),
  page('adminReport', () => import('#web/pages/admin/AdminReportPage.tsx')),
]

const admins: RouteObject[] = [
  page('adminVerifications', () => import('#web/pages/admin/AdminVerificationsPage.tsx')),
  page('adminContact', () => import('#web/pages/admin/AdminContactPage.tsx')),
  page('adminMoney', () => import('#web/pages/admin/AdminMoneyPage.tsx')),
  page('adminRequests', () => import('#web/pages/admin/AdminRequestsPage.tsx')),
  page('adminRetention', () => import('#web/pages/admin/AdminRetentionPage.tsx')),
  page('adminDoor', () => import('#web/pages/admin/AdminDoorPage.tsx')),
  page('adminMembers', () => import('#web/pages/admin/AdminMembersPage.tsx')),
  page('adminRooms', () => import('#web/pages/admin/AdminRoomsPage.tsx')),
  page('adminIcebreakers', () => import('#web/pages/admin/AdminIcebreakersPage.tsx')),
  page('adminSettings', () => import('#web/pages/admin/AdminSettingsPage.tsx')),
  page('adminAudit', () => import('#web/pages/admin/AdminAuditPage.tsx')),
  page('adminHealth', () => import('#web/pages/admin/AdminHealthPage.tsx')),
  page('adminWords', () => import('#web/pages/admin/AdminWordsPage.tsx')),
  page('adminArea', () => import('#web/pages/admin/AdminAreaPage.tsx')),
]

/** Only who is signed in needs the live line, so nobody else loads it. */
const membersFrame = screen(() => import('./pages/MembersArea.tsx'))

const staffFrame = screen(() => import('./pages/StaffArea.tsx'), staffWords)

/** Before anything else, where a new version of the terms waits. */
const termsDue = screen(() => import('#web/pages/accounts/TermsDuePage.tsx'), consentWords)

/** In place of an admins' page, until a second factor was shown. */
const factorDue = screen(() => import('#web/pages/accounts/FactorDuePage.tsx'), factorWords)

/** Shown to a suspended member instead of pages that are closed to them. */
const suspended = screen(() => import('#web/pages/accounts/SuspendedPage.tsx'), suspendedWords)

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
  behind(ModeratorsOnly, [{ ...staffFrame, children: moderators }]),
  behind(AdminsOnly, [{ ...staffFrame, children: admins }]),
]

/** Preloads the code of a path; an error is only shown when the path is opened. */
export async function preloadScreens(path: string): Promise<void> {
  const handles = matchRoutes(routes, path)?.flatMap(({ route }) => (route.handle as Handle) ?? [])
  await Promise.all((handles ?? []).map(({ preload }) => preload()))
}
