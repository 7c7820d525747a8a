import type { App } from '#server/platform/context.ts'
import { audit } from '#server/platform/limits/audit.ts'
import { retentionCutoff, type Removed } from '#server/platform/limits/retention.ts'
import { resealAll } from '#server/platform/vault/resealing.ts'
import { hasLastingMarks } from './bans.queries.ts'

/**
 * What the club's key was before it turned goes by degrees: when no backup of that time is left it
 * opens nothing any more, and with the last address it marked it is gone, after a year at the earliest:
 * so long the waitlist's proofs and the links of mails sent may ask for it.
 */
export async function forgetOlderKeys(app: App): Promise<Removed> {
  const { db, now, strongbox } = app
  for (const key of await strongbox.older()) {
    const { turnedAt, isTurning, isWhole } = key
    if (isTurning || turnedAt > retentionCutoff('backups', now())) continue
    if (isWhole) {
      // a backup of before the turn may have been restored since; what a failover loses of it the next run finds
      const { moved } = await resealAll(app)
      if (moved > 0) continue
      await strongbox.keepMarksOnly(key)
    }
    if (
      turnedAt > retentionCutoff('waitlistConfirmed', now()) ||
      (await hasLastingMarks(db, turnedAt))
    )
      continue
    const details = { turnedAt: turnedAt.toISOString() }
    await audit(db, { at: now(), actorId: null, action: 'lasting_key_destroyed', details })
    await strongbox.destroy(key)
  }
  return {}
}
