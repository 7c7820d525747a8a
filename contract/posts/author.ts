import * as z from 'zod/mini'
import type { AuthorWords } from '../members/author.ts'

/** The author as shown beside what they wrote. */
export const Author = z.object({
  id: z.uuid(),
  username: z.string(),
  city: z.nullable(z.string()),
  isVerified: z.boolean(),
  /** The id of their first photo, if any. */
  portrait: z.nullable(z.uuid()),
  /** Staff are known as such wherever they write. */
  role: z.nullable(z.enum(['admin', 'moderator'])),
} satisfies Record<keyof AuthorWords, z.ZodMiniType> & Record<string, z.ZodMiniType>)
export type Author = z.infer<typeof Author>

/** What the server knows of an author. */
export type Writer = AuthorWords & { userId: string; username: string; verificationStatus: string }
