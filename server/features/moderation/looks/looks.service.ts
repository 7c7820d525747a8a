import type { SealedEvidence } from '#server/features/moderation/reports/evidence.queries.ts'
import { countAttempt } from '#server/platform/limits/attempts.ts'
import { audit } from '#server/platform/limits/audit.ts'
import type { App, Viewer } from '#server/platform/context.ts'
import { insertLook } from './looks.queries.ts'

type Looking = Pick<App, 'config' | 'db' | 'now' | 'strongbox'> & { viewer: Viewer }

/**
 * Before evidence of a case is opened: where words of a table are among it, that is on record, and
 * told to those whose words they are. What one of the staff keeps looking at is one look a minute, as
 * with other traces.
 */
export async function noteLook(
  app: Looking,
  { id: caseId, number }: { id: string; number: string },
  evidence: readonly SealedEvidence[],
): Promise<void> {
  const { db, now, viewer } = app
  const ids = evidence.filter(({ kind }) => kind === 'message').map(({ id }) => id)
  if (ids.length === 0) return
  await db.transaction(async (tx) => {
    const identifier = ['table_words_viewed', viewer.userId, ...ids.sort()].join(' ')
    if ((await countAttempt(app, tx, 'trace', identifier)) !== null) return
    const at = now()
    const capacity = viewer.isAdmin ? 'admin' : 'moderator'
    await insertLook(tx, { caseId, at, capacity })
    // it names nobody: whom the case is about has a copy of what is on record of them at any time
    const entry = { at, actorId: viewer.userId, action: 'table_words_viewed' } as const
    await audit(tx, { ...entry, details: { case: number, capacity } })
  })
}
