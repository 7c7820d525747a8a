// Which words each screen has to fetch before it is shown, and in which language its mixed wording has them.
import type { pages } from '#contract/pages.ts'
import type { Namespace } from './catalogues.ts'
import type { Locale } from './language.ts'

/** Words that any screen may show. The build packs them into one file a language. */
export const everywhere = [
  'shell',
  'session',
  'errors',
  'toast',
  'validation',
] as const satisfies readonly Namespace[]

/** What members read of each other beside the talk: in one file a language, since each file more is a name more in what everybody loads. */
export const besideTalk = [
  'about',
  'navigation',
  'news',
  'pacing',
  'people',
  'safety',
  'search',
  'talk',
  'waves',
  'welcome',
] as const satisfies readonly Namespace[]

/** Of what any screen may show, the German of the mixture comes only with the screens that speak it: they name it with their own. */
export const LATE_GERMAN = 'errors' satisfies Namespace

/** What the mixture says in German from end to end: it has no words of its own there, but the German ones. */
export const germanThroughout: readonly Namespace[] = [
  'admission',
  'audit',
  'desk',
  'factors',
  'house',
  'moderation',
  'money',
  'review',
  'signup',
  'verify',
]

/** Words of several screens that the specification leaves open follow the language of their screen. */
export const followsScreen: readonly Namespace[] = [
  'shell',
  'errors',
  'refusals',
  'validation',
  'invitations',
  'billing',
  'factors',
]

/** Which catalogues have the words of a namespace in a language: the first that knows a key says it. */
export function listCatalogues(locale: Locale, ns: Namespace): readonly Locale[] {
  if (locale !== 'mul') return [locale]
  if (!germanThroughout.includes(ns)) return ['mul', 'en']
  return followsScreen.includes(ns) ? ['de', 'en'] : ['de']
}

/** What each page's screen shows beside them. The page's first lines ask for it, and no screen is shown before it is here. */
export const screenWords: Partial<Record<keyof typeof pages, readonly Namespace[]>> = {
  signUp: ['auth', 'signup', 'verify', 'errors'],
  logIn: ['auth'],
  resetPassword: ['auth'],
  rooms: ['rooms'],
  room: ['room', 'posts', 'presence'],
  search: ['search', 'people', 'tables', 'talk', 'waves'],
  profile: ['profile', 'consent'],
  member: ['profile', 'people', 'safety', 'tables', 'waves'],
  settings: ['settings', 'billing', 'consent', 'factors', 'mine'],
  settingsAccount: ['settings', 'security', 'factors'],
  settingsNotifications: ['settings', 'bell'],
  settingsAppearance: ['settings', 'security'],
  settingsVisibility: ['settings', 'avoiding', 'pacing', 'presence', 'safety', 'security'],
  settingsRecords: ['settings', 'consent', 'mine'],
  settingsContract: ['settings', 'billing'],
  notices: ['bell', 'news', 'tables', 'talk', 'waves'],
  people: ['people', 'waves'],
  me: ['navigation', 'pacing'],
  tables: ['tables'],
  table: ['tables', 'about', 'posts', 'presence'],
  digestOff: ['bell'],
  verify: ['verify', 'errors'],
  upgrade: ['billing', 'errors'],
  order: ['billing', 'errors'],
  invitations: ['invitations'],
  adminStart: ['desk', 'house', 'errors'],
  reports: ['reports'],
  report: ['reports', 'statements'],
  statements: ['statements'],
  statement: ['statements'],
  appeal: ['statements'],
  adminReports: ['desk', 'moderation', 'factors', 'errors'],
  adminReportFigures: ['desk', 'moderation', 'errors'],
  adminReport: ['desk', 'moderation', 'statements', 'factors', 'errors'],
  adminDoor: ['admission', 'desk', 'invitations', 'errors'],
  adminContact: ['contact', 'desk', 'errors'],
  adminMoney: ['desk', 'money', 'factors', 'errors'],
  adminRequests: ['desk', 'rights', 'factors', 'errors'],
  adminRetention: ['desk', 'rights', 'errors'],
  adminVerifications: ['desk', 'review', 'factors', 'errors'],
  adminMembers: ['desk', 'house', 'factors', 'errors'],
  adminRooms: ['desk', 'house', 'errors'],
  adminIcebreakers: ['desk', 'house', 'errors'],
  adminSettings: ['admission', 'desk', 'house', 'errors'],
  adminAudit: ['audit', 'desk', 'house', 'errors'],
  adminHealth: ['desk', 'house', 'errors'],
  adminWords: ['desk', 'pacing', 'errors'],
  adminArea: ['desk', 'pages', 'errors'],
}

/** What is asked in place of a screen: a new version of the terms, the consent before the first room. */
export const consentWords = ['consent'] as const satisfies readonly Namespace[]

/** What the suspended read in place of a screen. */
export const suspendedWords = ['statements'] as const satisfies readonly Namespace[]

/** What stands around the pages of staff. */
export const staffWords = ['desk'] as const satisfies readonly Namespace[]

/** What is asked of an admin in place of a page. */
export const factorWords = ['factors', 'desk', 'errors'] as const satisfies readonly Namespace[]

/** All that public pages say, which are documents of their own and carry their words in them. */
export const publicWords = [
  'contact',
  'declarations',
  'door',
  'errors',
  'landing',
  'pages',
  'signup',
] as const satisfies readonly Namespace[]
