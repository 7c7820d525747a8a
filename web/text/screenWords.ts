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
  rooms: ['rooms'],
  room: ['rooms', 'posts'],
  profile: ['profile'],
  member: ['profile'],
  settings: ['settings'],
  verify: ['verify'],
  adminVerifications: ['review'],
  adminArea: ['pages'],
}
