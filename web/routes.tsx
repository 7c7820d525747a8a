import type { ComponentType } from 'react'
import { matchRoutes, Outlet, type RouteObject } from 'react-router'
import { pages } from '#contract/pages.ts'
import { PublicPage } from './pages/PublicPage.tsx'
import { AdminsOnly, MembersOnly, VisitorsOnly } from './platform/guards.tsx'
import { lazyPart } from './ui/lazyPart.tsx'

type Handle = { preload: () => Promise<void> }

function screen(load: () => Promise<ComponentType>) {
  const { Part, preload } = lazyPart(load)
  return { element: <Part />, handle: { preload } satisfies Handle }
}

/** Every screen, loaded when it is first visited. Who may see it is the guard around it. */
const everyone: RouteObject[] = [
  ...[pages.landing.path, pages.waitlist.path, pages.invite.path, pages.legal.path, '*'].map(
    (path) => ({ path, element: <PublicPage /> }),
  ),
  {
    path: pages.resetPassword.path,
    ...screen(async () => (await import('./pages/ResetPasswordPage.tsx')).ResetPasswordPage),
  },
]

const visitors: RouteObject[] = [
  {
    path: pages.signUp.path,
    ...screen(async () => (await import('./pages/SignUpPage.tsx')).SignUpPage),
  },
  {
    path: pages.logIn.path,
    ...screen(async () => (await import('./pages/LogInPage.tsx')).LogInPage),
  },
]

const members: RouteObject[] = [
  {
    path: pages.rooms.path,
    ...screen(async () => (await import('./pages/RoomsPage.tsx')).RoomsPage),
  },
  {
    path: pages.room.path,
    ...screen(async () => (await import('./pages/RoomPage.tsx')).RoomPage),
  },
  {
    path: pages.profile.path,
    ...screen(async () => (await import('./pages/ProfilePage.tsx')).ProfilePage),
  },
  {
    path: pages.member.path,
    ...screen(async () => (await import('./pages/MemberPage.tsx')).MemberPage),
  },
  {
    path: pages.settings.path,
    ...screen(async () => (await import('./pages/SettingsPage.tsx')).SettingsPage),
  },
  {
    path: pages.verify.path,
    ...screen(async () => (await import('./pages/VerifyPage.tsx')).VerifyPage),
  },
]

const admins: RouteObject[] = [
  {
    path: pages.adminVerifications.path,
    ...screen(
      async () => (await import('./pages/AdminVerificationsPage.tsx')).AdminVerificationsPage,
    ),
  },
  {
    path: pages.adminArea.path,
    ...screen(async () => (await import('./pages/ComingPages.tsx')).AdminAreaPage),
  },
]

/** Only who is signed in needs the live line, so nobody else loads it. */
const membersFrame = screen(async () => (await import('./platform/MembersFrame.tsx')).MembersFrame)

const behind = (Guard: typeof MembersOnly, children: RouteObject[]): RouteObject => ({
  element: (
    <Guard>
      <Outlet />
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
