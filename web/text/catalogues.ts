import type enAuth from './en/auth.json'
import type enErrors from './en/errors.json'
import type enLanding from './en/landing.json'
import type enPages from './en/pages.json'
import type enPosts from './en/posts.json'
import type enProfile from './en/profile.json'
import type enReview from './en/review.json'
import type enRooms from './en/rooms.json'
import type enSettings from './en/settings.json'
import type enShell from './en/shell.json'
import type enToast from './en/toast.json'
import type enValidation from './en/validation.json'
import type enVerify from './en/verify.json'

/** Every namespace of words. The English files are complete, so they name the keys. */
export type Catalogues = {
  auth: typeof enAuth
  errors: typeof enErrors
  landing: typeof enLanding
  pages: typeof enPages
  posts: typeof enPosts
  profile: typeof enProfile
  review: typeof enReview
  rooms: typeof enRooms
  settings: typeof enSettings
  shell: typeof enShell
  toast: typeof enToast
  validation: typeof enValidation
  verify: typeof enVerify
}
export type Namespace = keyof Catalogues

type Singular<K extends string> = K extends `${infer Base}_${'one' | 'other'}` ? Base : K

/** The keys of a namespace; plural forms count once, by their common beginning. */
export type Key<N extends Namespace> = Singular<keyof Catalogues[N] & string>

export type Files = Record<string, Record<string, string>>

/** One chunk per language, so that nobody downloads the words of another. */
const loaders = {
  mul: () => import('./mul.ts'),
  de: () => import('./de.ts'),
  en: () => import('./en.ts'),
}

export async function loadCatalogue(locale: keyof typeof loaders): Promise<Files> {
  const { files } = await loaders[locale]()
  return Object.fromEntries(
    Object.entries(files).map(([path, words]) => [/(\w+)\.json$/.exec(path)?.[1] ?? path, words]),
  )
}
