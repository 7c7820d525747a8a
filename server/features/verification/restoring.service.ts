import { updateVerification } from '#server/features/members/members.ts'
import type { App } from '#server/platform/context.ts'
import { retentionCutoff } from '#server/platform/limits/retention.ts'
import { removeFiles } from './documents.service.ts'
import { cancelPending } from './shredding.service.ts'
import { findEarlierVerification, lockMember } from './verification.queries.ts'

/**
 * The job: a member who handed in an ID because their age was in question, and is cleared without it, is
 * verified as before. What they handed in is shredded; where it was judged, that judgement holds.
 */
export async function restoreVerified(app: App, { userId }: { userId: string }): Promise<void> {
  const paths = await app.db.transaction(async (tx) => {
    const status = await lockMember(tx, userId)
    if (status !== 'pending' && status !== 'none') return null
    const verifiedAt = await findEarlierVerification(tx, userId, {
      since: retentionCutoff('dataRequests', app.now()),
    })
    if (verifiedAt === null) return null
    const cancelled = await cancelPending(app, tx, userId, 'withdrawn')
    await updateVerification(tx, userId, {
      status: 'verified',
      method: 'id_manual',
      at: new Date(verifiedAt),
    })
    return cancelled
  })
  if (paths) await removeFiles(app, paths)
}
