import { paths } from '#web/paths.ts'

/** What is found under “Me”. */
const OWN: readonly string[] = [
  paths.profile,
  paths.settings,
  paths.search,
  paths.invitations,
  paths.verify,
  paths.upgrade,
  paths.reports,
  paths.statements,
]

/** Whether a screen is one of the member’s own pages, below the one that leads to them. */
export const isOwnPage = (pathname: string, userId: string): boolean =>
  pathname === paths.member(userId) ||
  OWN.some((page) => pathname === page || pathname.startsWith(`${page}/`))
