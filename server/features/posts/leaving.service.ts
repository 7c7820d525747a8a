import type { Mention } from '#contract/mentions.ts'
import type { Sql } from '#server/platform/database.ts'
import { listNaming, replaceNaming } from './mentions.queries.ts'
import { without } from './posts.sight.ts'

/** When somebody goes is decided by the privacy feature; what they wrote in rooms is here. */
export { deleteSomePosts } from './leaving.queries.ts'

/** A text as it reads when one of those it names has gone. */
export const withoutName = (text: string, mentions: readonly Mention[], userId: string): string =>
  without(text, mentions, ({ id }) => id === userId)

/** Takes their name out of some of the texts of others; answers how many named them. */
export async function forgetSomeNaming(on: Sql, userId: string, max: number): Promise<number> {
  const found = await listNaming(on, userId, max)
  for (const { id, text, mentions } of found) {
    const after = withoutName(text, mentions, userId)
    await replaceNaming(on, { id, userId, before: text, after })
  }
  return found.length
}
