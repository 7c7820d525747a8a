import { removeName } from '#server/features/posts/posts.ts'
import { usernameKey } from '#server/features/members/profiles.policy.ts'
import type { Database } from '#server/platform/database/database.ts'
import { holdRemoved, listNaming, replaceRemoved } from './statements.queries.ts'

/** When somebody goes is decided by the privacy feature; what was said of them is here. */

/**
 * Takes their name out of what others read was removed, also where the post says something else by
 * now, or nothing: its author changed it, or took it back, after it came back.
 */
export async function forgetNamed(db: Database, userId: string): Promise<void> {
  for (const { id, text, username } of await listNaming(db, userId)) {
    if (!usernameKey(text).includes(`@${usernameKey(username)}`)) continue
    await db.transaction(async (tx) => {
      // of two who are named in it and go at once, one comes after the other
      const before = await holdRemoved(tx, id)
      const after = before && (await removeName(tx, userId, before))
      if (after && after !== before) await replaceRemoved(tx, id, after)
    })
  }
}
