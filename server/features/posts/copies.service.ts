import type { Mention } from '#contract/posts/mentions.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { findNames, listSeen } from './mentions.queries.ts'
import { hideNames } from './posts.sight.ts'

// words of posts that are kept elsewhere: with a report, or with what was decided about it

/** Without the name of somebody who goes. */
export const removeName = async (on: Sql, userId: string, text: string): Promise<string> =>
  hideNames(text, await findNames(on, text), (mention) => mention.id === userId)

/** As somebody reads them, without the names of whom they do not see by now; where nothing is known of `mentions`, by what members are called now. */
export async function hideUnseen(
  on: Sql,
  readerId: string,
  { text, mentions }: { text: string; mentions: Mention[] | undefined },
): Promise<string> {
  const named = mentions ?? (await findNames(on, text))
  const ids = named.map(({ id }) => id)
  const seen = await listSeen(on, readerId, ids)
  return hideNames(text, named, ({ id }) => !seen.has(id))
}
