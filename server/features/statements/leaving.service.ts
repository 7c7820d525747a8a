import { withoutName } from '#server/features/posts/leaving.service.ts'
import type { Sql } from '#server/platform/database.ts'
import { listRemovedNaming, replaceRemoved } from './statements.queries.ts'

/** When somebody goes is decided by the privacy feature; what was said of them is here. */
export { forgetStatements } from './statements.queries.ts'

/** Takes their name out of what others were told was removed: before the posts forget whom they name. */
export async function forgetRemovedNaming(on: Sql, userId: string): Promise<void> {
  for (const { id, text, mentions } of await listRemovedNaming(on, userId))
    await replaceRemoved(on, id, withoutName(text, mentions, userId))
}
