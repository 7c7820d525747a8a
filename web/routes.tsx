import type { ComponentType } from 'react'
import { matchRoutes, Outlet, type RouteObject } from 'react-router'
import { pages, type Page } from '#contract/pages.ts'
import { PublicPage } from './pages/PublicPage.tsx'
import {
  AdminsOnly,
  FactorFirst,
  MembersOnly,
  TermsFirst,
  VisitorsOnly,
} from './platform/guards.tsx'
import type { Namespace } from './text/catalogues.ts'
import { needWords } from './text/i18n.ts'
import { consentWords, factorWords, screenWords } from './text/screenWords.ts'
import { lazyPart } from './ui/lazyPart.tsx'

type Handle = { preload: () => Promise<void> }

function screen(load: () => Promise<ComponentType>, words: readonly Namespace[] = []) {
  const { Part, preload } = lazyPart(async () => {
    const [part] = await Promise.all([load(), needWords(words)])
    return part
  })
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
]

const visitors: RouteObject[] = [
  page('signUp', async () => (await import('./pages/SignUpPage.tsx')).SignUpPage),
  page('logIn', async () => (await import('./pages/LogInPage.tsx')).LogInPage),
]

const members: RouteObject[] = [
  page('rooms', async () => (await import('./pages/RoomsPage.tsx')).RoomsPage),
  page('room', async () => (await import('./pages/RoomPage.tsx')).RoomPage),
  page('profile', async () => (await import('./pages/ProfilePage.tsx')).ProfilePage),
  page('member', async () => (await import('./pages/MemberPage.tsx')).MemberPage),
  page('settings', async () => (await import('./pages/SettingsPage.tsx')).SettingsPage),
  page('verify', async () => (await import('./pages/VerifyPage.tsx')).VerifyPage),
  page('upgrade', async () => (await import('./pages/UpgradePage.tsx')).UpgradePage),
  page('order', async () => (await import('./pages/OrderPage.tsx')).OrderPage),
  page('invitations', async () => (await import('./pages/InvitationsPage.tsx')).InvitationsPage),
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
  page('adminArea', async () => (await import('./pages/AdminAreaPage.tsx')).AdminAreaPage),
]

/** Only who is signed in needs the live line, so nobody else loads it. */
const membersFrame = screen(async () => (await import('./platform/MembersFrame.tsx')).MembersFrame)

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

const behind = (Guard: typeof MembersOnly, children: RouteObject[]): RouteObject => ({
  element: (
    <Guard>
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
  behind(AdminsOnly, [{ ...membersFrame, children: admins }]),
]

/** Fetches what a path shows; whether that works is told when it is shown. */
export async function preloadScreens(path: string): Promise<void> {
  const handles = matchRoutes(routes, path)?.flatMap(({ route }) => (route.handle as Handle) ?? [])
  await Promise.all((handles ?? []).map(({ preload }) => preload()))
}
