import type { Sql } from '#server/platform/database.ts'
import { listNaming, replaceNaming } from './mentions.queries.ts'
import { without } from './posts.sight.ts'

/** When somebody goes is decided by the privacy feature; what they wrote in rooms is here. */
export { deleteSomePosts } from './leaving.queries.ts'

/** Takes their name out of some of the texts of others; answers how many named them. */
export async function forgetSomeNaming(on: Sql, userId: string, max: number): Promise<number> {
  const found = await listNaming(on, userId, max)
  for (const { id, text, mentions } of found) {
    const after = without(text, mentions, (mention) => mention.id === userId)
    await replaceNaming(on, { id, userId, before: text, after })
  }
  return found.length
}
