// The addresses of the screens, for links, and which link of the navigation shows where a member is.
import { pages, type LegalPage } from '#contract/pages.ts'

const found = Object.fromEntries(Object.entries(pages).map(([name, { path }]) => [name, path])) as {
  [Name in keyof typeof pages]: (typeof pages)[Name]['path']
}

const report = (number: string) => pages.report.path.replace(':number', encodeURIComponent(number))
const statement = (id: string) => pages.statement.path.replace(':statementId', id)

/** Where the screens are, for links. The list itself is the contract's, so that the server knows it too. */
export const paths = {
  ...found,
  room: (slug: string) => pages.room.path.replace(':slug', encodeURIComponent(slug)),
  member: (id: string) => pages.member.path.replace(':id', id),
  table: (id: string) => pages.table.path.replace(':id', id),
  decision: (number: string) => (number.startsWith('S') ? statement(number) : report(number)),
  order: (subscriptionId: string) => pages.order.path.replace(':subscriptionId', subscriptionId),
  report,
  statement,
  adminReport: (caseId: string) => pages.adminReport.path.replace(':caseId', caseId),
  legal: (page: LegalPage) => pages.legal.path.replace(':page', page),
} as const

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

/** What a way to a screen says of where a member is: at that screen, below it, or elsewhere. */
export function findCurrent(
  to: string,
  pathname: string,
  userId: string,
): 'page' | true | undefined {
  if (pathname === to) return 'page'
  const isOwn =
    pathname === paths.member(userId) ||
    OWN.some((page) => pathname === page || pathname.startsWith(`${page}/`))
  const below =
    to === paths.people && !isOwn
      ? paths.member('')
      : to === paths.tables
        ? paths.table('')
        : `${to}/`
  return (isOwn && to === paths.me) || pathname.startsWith(below) || undefined
}
