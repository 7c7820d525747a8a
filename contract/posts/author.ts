import * as z from 'zod/mini'
import type { AuthorWords } from '../members/author.ts'

/** Who wrote something, as it stands beside it. */
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

/** What is known of whoever writes. */
export type Writer = AuthorWords & { userId: string; username: string; verificationStatus: string }
