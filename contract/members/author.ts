import * as z from 'zod/mini'
import { StaffRole } from '../roles.ts'

const words = z.nullable(z.string())

/**
 * What a member says of themselves that stands beside whatever they write. A field named here is read
 * with every post, every session and every report, and told to whoever reads a post again.
 */
export const AuthorWords = z.object({ city: words })
export type AuthorWords = z.infer<typeof AuthorWords>

/** All that a member says of themselves: what staff may take away, and give back. */
export const ProfileWords = z.extend(AuthorWords, { bio: words })
export type ProfileWords = z.infer<typeof ProfileWords>

/** Who wrote something, as it stands beside it. */
export const Author = z.extend(AuthorWords, {
  id: z.uuid(),
  username: z.string(),
  isVerified: z.boolean(),
  /** The id of their first photo, if any. */
  portrait: z.nullable(z.uuid()),
  /** Staff are known as such wherever they write. */
  role: z.nullable(StaffRole),
})
export type Author = z.infer<typeof Author>

/** What is known of whoever writes. */
export type Writer = AuthorWords & { userId: string; username: string; verificationStatus: string }

/** Somebody as the author of what they write now. */
export const toAuthor = (
  { userId: id, username, city, verificationStatus }: Writer,
  more: Pick<Author, 'portrait' | 'role'>,
): Author => ({
  id,
  username,
  city,
  isVerified: verificationStatus === 'verified',
  ...more,
})
