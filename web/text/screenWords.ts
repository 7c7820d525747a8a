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
  signUp: ['auth', 'verify'],
  logIn: ['auth'],
  resetPassword: ['auth'],
  rooms: ['rooms', 'door'],
  room: ['rooms', 'posts', 'consent'],
  profile: ['profile', 'consent'],
  member: ['profile'],
  settings: ['settings', 'consent', 'door'],
  verify: ['verify'],
  invitations: ['door'],
  adminDoor: ['door'],
  adminContact: ['contact'],
  adminVerifications: ['review'],
  adminArea: ['pages'],
}

/** What stands in place of any screen while a new version of the terms waits. */
export const termsWords = ['consent'] as const satisfies readonly Namespace[]

/** All that public pages say, which are documents of their own and carry their words in them. */
export const publicWords = [
  'auth',
  'contact',
  'door',
  'landing',
  'pages',
] as const satisfies readonly Namespace[]
