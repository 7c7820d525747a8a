import type { Mention } from '#contract/posts/mentions.ts'
import type { Database, Sql } from '#server/platform/database/database.ts'
import { findNames, holdText, listNaming, listSeen, replaceNaming } from './mentions.queries.ts'
import { hideNames } from './posts.sight.ts'

/** When somebody goes is decided by the privacy feature; what they wrote in rooms is here. */

type Rewording = {
  max: number
  /** Does the same, in the same transaction, where a text is kept once more. */
  rewordCopies(tx: Sql, text: { authorId: string; before: string; after: string }): Promise<void>
}

/** Takes their name out of some of the texts of others; answers how many named them. */
export async function forgetSomeNaming(
  db: Database,
  userId: string,
  { max, rewordCopies }: Rewording,
): Promise<number> {
  const found = await listNaming(db, userId, max)
  for (const { id, authorId, text: before, mentions } of found) {
    const after = hideNames(before, mentions, (mention) => mention.id === userId)
    await db.transaction(async (tx) => {
      // of two who are named in it and go at once, one comes after the other
      if (!(await holdText(tx, id, before))) return
      await rewordCopies(tx, { authorId, before, after })
      await replaceNaming(tx, { id, userId, after })
    })
  }
  return found.length
}

/** Words of a post that are kept elsewhere, with a report or with what was decided about it: without the name of somebody who goes. */
export const removeName = async (on: Sql, userId: string, text: string): Promise<string> =>
  hideNames(text, await findNames(on, text), (mention) => mention.id === userId)

/** Such words as somebody reads them, without the names of whom they do not see by now; where nothing is known of `mentions`, by what members are called now. */
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
