import { isHeldAtDoor } from '#server/features/accounts/bans/bans.service.ts'
import { clubSettings } from '#server/features/settings/settings.ts'
import type { App, Viewer } from '#server/platform/context.ts'
import { admitComing } from './admission.queries.ts'
import { needsConfirmation } from '#server/features/settings/settings.policy.ts'

/**
 * While the club is open, it admits those who sign up, and waiting accounts when they come back, except where
 * an admin has to decide. Nobody is admitted while they are away, so opening it by mistake admits no crowd.
 */
export async function throughOpenDoor(app: App, viewer: Viewer): Promise<Viewer> {
  if (viewer.isAdmitted) return viewer
  const { admission } = await clubSettings(app)
  if (admission !== 'open' || (await isHeldAtDoor(app.db, app, viewer.email))) return viewer
  const coming = { userId: viewer.userId, mustConfirm: needsConfirmation(app.config) }
  return (await admitComing(app.db, coming, app.now())) ? { ...viewer, isAdmitted: true } : viewer
}
