import type { pages } from '#contract/pages.ts'
import type { Namespace } from './catalogues.ts'

/** Words that any screen may show. The build packs them into one file a language. */
export const everywhere = [
  'shell',
  'session',
  'errors',
  'toast',
  'validation',
] as const satisfies readonly Namespace[]

/** What each page's screen shows beside them. The page's first lines ask for it, and no screen is shown before it is here. */
export const screenWords: Partial<Record<keyof typeof pages, readonly Namespace[]>> = {
  signUp: ['auth', 'signup', 'verify'],
  logIn: ['auth'],
  resetPassword: ['auth'],
  rooms: ['rooms'],
  room: ['rooms', 'posts', 'presence'],
  search: ['search'],
  profile: ['profile', 'consent'],
  member: ['profile', 'safety'],
  settings: [
    'settings',
    'billing',
    'consent',
    'mine',
    'pacing',
    'presence',
    'safety',
    'security',
    'factors',
    'bell',
  ],
  notices: ['bell'],
  digestOff: ['bell'],
  verify: ['verify'],
  upgrade: ['billing'],
  order: ['billing'],
  invitations: ['invitations'],
  adminStart: ['desk', 'house'],
  reports: ['reports'],
  report: ['reports', 'statements'],
  statements: ['statements'],
  statement: ['statements'],
  appeal: ['statements'],
  adminReports: ['desk', 'moderation', 'factors'],
  adminReportFigures: ['desk', 'moderation'],
  adminReport: ['desk', 'moderation', 'statements', 'factors'],
  adminDoor: ['admission', 'desk', 'invitations'],
  adminContact: ['contact', 'desk'],
  adminMoney: ['desk', 'money', 'factors'],
  adminRequests: ['desk', 'rights', 'factors'],
  adminRetention: ['desk', 'rights'],
  adminVerifications: ['desk', 'review', 'factors'],
  adminMembers: ['desk', 'house', 'factors'],
  adminRooms: ['desk', 'house'],
  adminIcebreakers: ['desk', 'house'],
  adminSettings: ['admission', 'desk', 'house'],
  adminAudit: ['audit', 'desk', 'house'],
  adminHealth: ['desk', 'house'],
  adminWords: ['desk', 'pacing'],
  adminArea: ['desk', 'pages'],
}

/** What is asked in place of a screen: a new version of the terms, the consent before the first room. */
export const consentWords = ['consent'] as const satisfies readonly Namespace[]

/** What is asked of an admin in place of a page. */
export const factorWords = ['factors', 'desk'] as const satisfies readonly Namespace[]

/** All that public pages say, which are documents of their own and carry their words in them. */
export const publicWords = [
  'contact',
  'declarations',
  'door',
  'landing',
  'pages',
  'signup',
] as const satisfies readonly Namespace[]
