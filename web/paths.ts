// The addresses of the screens, for links, and which link of the navigation shows where a member is.
import { pages, type LegalPage } from '#contract/pages.ts'

/** Where the screens are, for links. The list itself is the contract's, so that the server knows it too. */
export const paths = {
  landing: pages.landing.path,
  signUp: pages.signUp.path,
  logIn: pages.logIn.path,
  resetPassword: pages.resetPassword.path,
  waitlist: pages.waitlist.path,
  invite: pages.invite.path,
  contact: pages.contact.path,
  notice: pages.notice.path,
  cancellation: pages.cancellation.path,
  withdrawal: pages.withdrawal.path,
  rules: pages.rules.path,
  accessibility: pages.accessibility.path,
  rooms: pages.rooms.path,
  room: (slug: string) => pages.room.path.replace(':slug', encodeURIComponent(slug)),
  search: pages.search.path,
  people: pages.people.path,
  profile: pages.profile.path,
  member: (id: string) => pages.member.path.replace(':id', id),
  settings: pages.settings.path,
  settingsAccount: pages.settingsAccount.path,
  settingsNotifications: pages.settingsNotifications.path,
  settingsAppearance: pages.settingsAppearance.path,
  settingsVisibility: pages.settingsVisibility.path,
  settingsRecords: pages.settingsRecords.path,
  settingsContract: pages.settingsContract.path,
  notices: pages.notices.path,
  me: pages.me.path,
  tables: pages.tables.path,
  table: (id: string) => pages.table.path.replace(':id', id),
  decision: (number: string) =>
    number.startsWith('S') ? `/statements/${number}` : `/reports/${number}`,
  verify: pages.verify.path,
  upgrade: pages.upgrade.path,
  order: (subscriptionId: string) => pages.order.path.replace(':subscriptionId', subscriptionId),
  invitations: pages.invitations.path,
  reports: pages.reports.path,
  report: (number: string) => pages.report.path.replace(':number', encodeURIComponent(number)),
  statements: pages.statements.path,
  statement: (id: string) => pages.statement.path.replace(':statementId', id),
  adminStart: pages.adminStart.path,
  adminReports: pages.adminReports.path,
  adminReportFigures: pages.adminReportFigures.path,
  adminReport: (caseId: string) => pages.adminReport.path.replace(':caseId', caseId),
  adminDoor: pages.adminDoor.path,
  adminContact: pages.adminContact.path,
  adminMoney: pages.adminMoney.path,
  adminRequests: pages.adminRequests.path,
  adminRetention: pages.adminRetention.path,
  adminMembers: pages.adminMembers.path,
  adminRooms: pages.adminRooms.path,
  adminIcebreakers: pages.adminIcebreakers.path,
  adminSettings: pages.adminSettings.path,
  adminAudit: pages.adminAudit.path,
  adminHealth: pages.adminHealth.path,
  adminVerifications: pages.adminVerifications.path,
  adminWords: pages.adminWords.path,
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
