import { createBrowserRouter, Outlet, type RouteObject } from 'react-router'
import { pages } from '#contract/pages.ts'
import { PageFailed } from './pages/PageFailed.tsx'
import { AdminsOnly, MembersOnly, VisitorsOnly } from './platform/guards.tsx'
import { Root } from './Root.tsx'

/** Every screen, loaded when it is first visited. Who may see it is the guard around it. */
const everyone: RouteObject[] = [
  {
    path: pages.landing.path,
    lazy: async () => ({ Component: (await import('./pages/LandingPage.tsx')).LandingPage }),
  },
  {
    path: pages.resetPassword.path,
    lazy: async () => ({
      Component: (await import('./pages/ResetPasswordPage.tsx')).ResetPasswordPage,
    }),
  },
  {
    path: pages.waitlist.path,
    lazy: async () => ({ Component: (await import('./pages/ComingPages.tsx')).WaitlistPage }),
  },
  {
    path: pages.invite.path,
    lazy: async () => ({ Component: (await import('./pages/ComingPages.tsx')).InvitePage }),
  },
  {
    path: pages.legal.path,
    lazy: async () => ({ Component: (await import('./pages/LegalPage.tsx')).LegalPage }),
  },
  {
    path: '*',
    lazy: async () => ({ Component: (await import('./pages/NotFoundPage.tsx')).NotFoundPage }),
  },
]

const visitors: RouteObject[] = [
  {
    path: pages.signUp.path,
    lazy: async () => ({ Component: (await import('./pages/SignUpPage.tsx')).SignUpPage }),
  },
  {
    path: pages.logIn.path,
    lazy: async () => ({ Component: (await import('./pages/LogInPage.tsx')).LogInPage }),
  },
]

const members: RouteObject[] = [
  {
    path: pages.rooms.path,
    lazy: async () => ({ Component: (await import('./pages/RoomsPage.tsx')).RoomsPage }),
  },
  {
    path: pages.room.path,
    lazy: async () => ({ Component: (await import('./pages/RoomPage.tsx')).RoomPage }),
  },
  {
    path: pages.profile.path,
    lazy: async () => ({ Component: (await import('./pages/ComingPages.tsx')).ProfilePage }),
  },
  {
    path: pages.settings.path,
    lazy: async () => ({ Component: (await import('./pages/SettingsPage.tsx')).SettingsPage }),
  },
  {
    path: pages.verify.path,
    lazy: async () => ({ Component: (await import('./pages/ComingPages.tsx')).VerifyPage }),
  },
]

const admins: RouteObject[] = [
  {
    path: pages.adminVerifications.path,
    lazy: async () => ({
      Component: (await import('./pages/ComingPages.tsx')).AdminVerificationsPage,
    }),
  },
  {
    path: pages.adminArea.path,
    lazy: async () => ({ Component: (await import('./pages/ComingPages.tsx')).AdminAreaPage }),
  },
]

/** Only members need the live line, so nobody else loads it. */
const membersFrame = async () => ({
  Component: (await import('./platform/MembersFrame.tsx')).MembersFrame,
})

const behind = (Guard: typeof MembersOnly, children: RouteObject[]): RouteObject => ({
  element: (
    <Guard>
      <Outlet />
    </Guard>
  ),
  children,
})

export const routes: RouteObject[] = [
  {
    Component: Root,
    HydrateFallback: () => null,
    children: [
      {
        ErrorBoundary: PageFailed,
        children: [
          ...everyone,
          behind(VisitorsOnly, visitors),
          behind(MembersOnly, [{ lazy: membersFrame, children: members }]),
          behind(AdminsOnly, admins),
        ],
      },
    ],
  },
]

export const openRouter = () => createBrowserRouter(routes)
