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

function screen(load: () => Promise<ComponentType>, words: readonly Namespace[] = []) {
  const { Part, preload } = lazyPart(() => withWords(words, load()), LATE)
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
    async () => (await import('#web/pages/accounts/ResetPasswordPage.tsx')).ResetPasswordPage,
  ),
  page(
    'digestOff',
    async () => (await import('#web/pages/accounts/DigestOffPage.tsx')).DigestOffPage,
  ),
  page(
    'appeal',
    async () => (await import('#web/pages/members/moderation/AppealPage.tsx')).AppealPage,
  ),
]

const visitors: RouteObject[] = [
  page('signUp', async () => (await import('#web/pages/admission/SignUpPage.tsx')).SignUpPage),
  page('logIn', async () => (await import('#web/pages/accounts/LogInPage.tsx')).LogInPage),
]

const members: RouteObject[] = [
  page('rooms', async () => (await import('#web/pages/members/rooms/RoomsPage.tsx')).RoomsPage),
  page('room', async () => (await import('#web/pages/members/rooms/RoomPage.tsx')).RoomPage),
  page('search', async () => (await import('#web/pages/members/SearchPage.tsx')).SearchPage),
  page('people', async () => (await import('#web/pages/members/PeoplePage.tsx')).PeoplePage),
  page('profile', async () => (await import('#web/pages/members/ProfilePage.tsx')).ProfilePage),
  page('member', async () => (await import('#web/pages/members/MemberPage.tsx')).MemberPage),
  page('settings', async () => (await import('#web/pages/settings/SettingsPage.tsx')).SettingsPage),
  page(
    'settingsAccount',
    async () => (await import('#web/pages/settings/AccountPage.tsx')).AccountPage,
  ),
  page(
    'settingsNotifications',
    async () => (await import('#web/pages/settings/NotificationsPage.tsx')).NotificationsPage,
  ),
  page(
    'settingsAppearance',
    async () => (await import('#web/pages/settings/AppearancePage.tsx')).AppearancePage,
  ),
  page(
    'settingsVisibility',
    async () => (await import('#web/pages/settings/VisibilityPage.tsx')).VisibilityPage,
  ),
  page(
    'settingsRecords',
    async () => (await import('#web/pages/settings/RecordsPage.tsx')).RecordsPage,
  ),
  page(
    'settingsContract',
    async () => (await import('#web/pages/settings/ContractPage.tsx')).ContractPage,
  ),
  page('notices', async () => (await import('#web/pages/members/BellPage.tsx')).BellPage),
  page('tables', async () => (await import('#web/pages/members/tables/TablesPage.tsx')).TablesPage),
  page('table', async () => (await import('#web/pages/members/tables/TablePage.tsx')).TablePage),
  page('me', async () => (await import('#web/pages/members/MePage.tsx')).MePage),
  page('verify', async () => (await import('#web/pages/members/VerifyPage.tsx')).VerifyPage),
  page('upgrade', async () => (await import('#web/pages/members/UpgradePage.tsx')).UpgradePage),
  page('order', async () => (await import('#web/pages/members/OrderPage.tsx')).OrderPage),
  page(
    'reports',
    async () => (await import('#web/pages/members/moderation/ReportsPage.tsx')).ReportsPage,
  ),
  page(
    'report',
    async () => (await import('#web/pages/members/moderation/ReportPage.tsx')).ReportPage,
  ),
  page(
    'statements',
    async () => (await import('#web/pages/members/moderation/StatementsPage.tsx')).StatementsPage,
  ),
  page(
    'statement',
    async () => (await import('#web/pages/members/moderation/StatementPage.tsx')).StatementPage,
  ),
  page(
    'invitations',
    async () => (await import('#web/pages/admission/InvitationsPage.tsx')).InvitationsPage,
  ),
]

const moderators: RouteObject[] = [
  page(
    'adminStart',
    async () => (await import('#web/pages/admin/AdminStartPage.tsx')).AdminStartPage,
  ),
  page(
    'adminReports',
    async () => (await import('#web/pages/admin/AdminReportsPage.tsx')).AdminReportsPage,
  ),
  page(
    'adminReportFigures',
    async () =>
      (await import('#web/pages/admin/AdminReportFiguresPage.tsx')).AdminReportFiguresPage,
  ),
  page(
    'adminReport',
    async () => (await import('#web/pages/admin/AdminReportPage.tsx')).AdminReportPage,
  ),
]

const admins: RouteObject[] = [
  page(
    'adminVerifications',
    async () =>
      (await import('#web/pages/admin/AdminVerificationsPage.tsx')).AdminVerificationsPage,
  ),
  page(
    'adminContact',
    async () => (await import('#web/pages/admin/AdminContactPage.tsx')).AdminContactPage,
  ),
  page(
    'adminMoney',
    async () => (await import('#web/pages/admin/AdminMoneyPage.tsx')).AdminMoneyPage,
  ),
  page(
    'adminRequests',
    async () => (await import('#web/pages/admin/AdminRequestsPage.tsx')).AdminRequestsPage,
  ),
  page(
    'adminRetention',
    async () => (await import('#web/pages/admin/AdminRetentionPage.tsx')).AdminRetentionPage,
  ),
  page('adminDoor', async () => (await import('#web/pages/admin/AdminDoorPage.tsx')).AdminDoorPage),
  page(
    'adminMembers',
    async () => (await import('#web/pages/admin/AdminMembersPage.tsx')).AdminMembersPage,
  ),
  page(
    'adminRooms',
    async () => (await import('#web/pages/admin/AdminRoomsPage.tsx')).AdminRoomsPage,
  ),
  page(
    'adminIcebreakers',
    async () => (await import('#web/pages/admin/AdminIcebreakersPage.tsx')).AdminIcebreakersPage,
  ),
  page(
    'adminSettings',
    async () => (await import('#web/pages/admin/AdminSettingsPage.tsx')).AdminSettingsPage,
  ),
  page(
    'adminAudit',
    async () => (await import('#web/pages/admin/AdminAuditPage.tsx')).AdminAuditPage,
  ),
  page(
    'adminHealth',
    async () => (await import('#web/pages/admin/AdminHealthPage.tsx')).AdminHealthPage,
  ),
  page(
    'adminWords',
    async () => (await import('#web/pages/admin/AdminWordsPage.tsx')).AdminWordsPage,
  ),
  page('adminArea', async () => (await import('#web/pages/admin/AdminAreaPage.tsx')).AdminAreaPage),
]

/** Only who is signed in needs the live line, so nobody else loads it. */
const membersFrame = screen(async () => (await import('./pages/MembersArea.tsx')).MembersArea)

const staffFrame = screen(async () => (await import('./pages/StaffArea.tsx')).StaffArea, staffWords)

/** Before anything else, where a new version of the terms waits. */
const termsDue = screen(
  async () => (await import('#web/pages/accounts/TermsDuePage.tsx')).TermsDuePage,
  consentWords,
)

/** In place of an admins' page, until a second factor was shown. */
const factorDue = screen(
  async () => (await import('#web/pages/accounts/FactorDuePage.tsx')).FactorDuePage,
  factorWords,
)

/** Shown to a suspended member instead of pages that are closed to them. */
const suspended = screen(
  async () => (await import('#web/pages/accounts/SuspendedPage.tsx')).SuspendedPage,
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
  behind(ModeratorsOnly, [{ ...staffFrame, children: moderators }]),
  behind(AdminsOnly, [{ ...staffFrame, children: admins }]),
]

/** Preloads the code of a path; an error is only shown when the path is opened. */
export async function preloadScreens(path: string): Promise<void> {
  const handles = matchRoutes(routes, path)?.flatMap(({ route }) => (route.handle as Handle) ?? [])
  await Promise.all((handles ?? []).map(({ preload }) => preload()))
}
