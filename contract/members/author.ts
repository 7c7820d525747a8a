import * as z from 'zod/mini'

const words = z.nullable(z.string())

/**
 * What a member says of themselves that stands beside whatever they write. A field named here is read
 * with every post, every session and every report, and sent to everybody who reads a post again.
 */
export const authorWords = { city: words }
export type AuthorWords = Record<keyof typeof authorWords, string | null>

/** All that a member says of themselves: what staff may take away, and give back. */
export const profileWords = { ...authorWords, bio: words }
export type ProfileWords = Record<keyof typeof profileWords, string | null>

/** These of something that holds more, or was kept before one of them was there. */
export const pickAuthorWords = (of: Partial<AuthorWords>): AuthorWords =>
  Object.fromEntries(
    Object.keys(authorWords).map((name) => [name, of[name as keyof AuthorWords] ?? null]),
  ) as AuthorWords
