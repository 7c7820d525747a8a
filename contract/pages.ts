/** Every page of the club: who sees it, and whether search engines may. Anything else is the not-found page. */
type PageAccess = 'everyone' | 'visitors' | 'members' | 'moderators' | 'admins'
export type Page = {
  path: string
  access: PageAccess
  indexed?: boolean
  /** Written out at build, one file a language, and complete without the app. */
  isStatic?: boolean
}

export const pages = {
  landing: { path: '/', access: 'everyone', indexed: true, isStatic: true },
  signUp: { path: '/signup', access: 'visitors' },
  logIn: { path: '/login', access: 'visitors' },
  resetPassword: { path: '/reset-password', access: 'everyone' },
  waitlist: { path: '/waitlist', access: 'everyone', isStatic: true },
  invite: { path: '/invite', access: 'everyone', isStatic: true },
  contact: { path: '/kontakt', access: 'everyone', indexed: true, isStatic: true },
  notice: { path: '/melden', access: 'everyone', indexed: true, isStatic: true },
  cancellation: { path: '/kuendigen', access: 'everyone', indexed: true, isStatic: true },
  withdrawal: { path: '/widerruf', access: 'everyone', indexed: true, isStatic: true },
  rules: { path: '/regeln', access: 'everyone', indexed: true, isStatic: true },
  accessibility: { path: '/barrierefreiheit', access: 'everyone', indexed: true, isStatic: true },
  rooms: { path: '/rooms', access: 'members' },
  room: { path: '/room/:slug', access: 'members' },
  search: { path: '/search', access: 'members' },
  people: { path: '/people', access: 'members' },
  profile: { path: '/profile', access: 'members' },
  member: { path: '/member/:id', access: 'members' },
  settings: { path: '/settings', access: 'members' },
  settingsAccount: { path: '/settings/account', access: 'members' },
  settingsNotifications: { path: '/settings/notifications', access: 'members' },
  settingsAppearance: { path: '/settings/appearance', access: 'members' },
  settingsVisibility: { path: '/settings/visibility', access: 'members' },
  settingsRecords: { path: '/settings/records', access: 'members' },
  settingsContract: { path: '/settings/contract', access: 'members' },
  notices: { path: '/notices', access: 'members' },
  me: { path: '/me', access: 'members' },
  tables: { path: '/tables', access: 'members' },
  table: { path: '/table/:id', access: 'members' },
  /** Where the link of a digest leads, with or without a session. */
  digestOff: { path: '/digest-off', access: 'everyone' },
  verify: { path: '/verify', access: 'members' },
  invitations: { path: '/invitations', access: 'members' },
  upgrade: { path: '/upgrade', access: 'members' },
  /** Where the provider sends a member back to. */
  order: { path: '/upgrade/:subscriptionId', access: 'members' },
  reports: { path: '/reports', access: 'members' },
  report: { path: '/reports/:number', access: 'members' },
  statements: { path: '/statements', access: 'members' },
  statement: { path: '/statements/:statementId', access: 'members' },
  /** Where the link in the mail about a decision leads; its token is the fragment. */
  appeal: { path: '/appeal', access: 'everyone' },
  /** What waits where; the other pages of admins are reached from here. */
  adminStart: { path: '/admin', access: 'moderators' },
  adminReports: { path: '/admin/reports', access: 'moderators' },
  adminReportFigures: { path: '/admin/reports/figures', access: 'moderators' },
  adminReport: { path: '/admin/reports/:caseId', access: 'moderators' },
  adminDoor: { path: '/admin/door', access: 'admins' },
  adminContact: { path: '/admin/kontakt', access: 'admins' },
  adminMoney: { path: '/admin/money', access: 'admins' },
  adminRequests: { path: '/admin/requests', access: 'admins' },
  adminRetention: { path: '/admin/retention', access: 'admins' },
  adminVerifications: { path: '/admin/verifications', access: 'admins' },
  adminMembers: { path: '/admin/members', access: 'admins' },
  adminRooms: { path: '/admin/rooms', access: 'admins' },
  adminIcebreakers: { path: '/admin/icebreakers', access: 'admins' },
  adminSettings: { path: '/admin/settings', access: 'admins' },
  adminAudit: { path: '/admin/audit', access: 'admins' },
  adminHealth: { path: '/admin/health', access: 'admins' },
  adminWords: { path: '/admin/words', access: 'admins' },
  adminArea: { path: '/admin/:area', access: 'admins' },
  legal: { path: '/legal/:page', access: 'everyone', indexed: true, isStatic: true },
} as const satisfies Record<string, Page>

/** The legal pages there are; another name shows the first (spec section 2). */
export const legalPages = ['terms', 'privacy', 'impressum', 'cookies'] as const
export type LegalPage = (typeof legalPages)[number]

const patterns = Object.values<Page>(pages).map((page) => ({
  page,
  pattern: new RegExp(`^${page.path.replace(/:\w+/g, '[^/]+')}/?$`),
}))

/** The page at a path, if there is one. */
export const findPage = (path: string): Page | undefined =>
  patterns.find(({ pattern }) => pattern.test(path))?.page
