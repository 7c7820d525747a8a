import type { Database, Sql } from '#server/platform/database/database.ts'
import { holdText, listNaming, replaceNaming } from './mentions.queries.ts'
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
