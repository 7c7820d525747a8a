import { codes } from '#contract/errors.ts'
import type { Access, MemberHeader } from '#contract/endpoint.ts'
import { auditRepeated } from '#server/platform/limits/audit.ts'
import type { App, Recovery, Viewer } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/process/refusal.ts'
import type { Route } from './route.ts'

export const MEMBER_HEADER: MemberHeader = 'club-member'

/** Throws where a tab acts for somebody other than who is signed in; `member` is whom it names, if any. */
export function refuseOther(
  { access }: Pick<Route['call'], 'access'>,
  viewer: Viewer | null,
  member: string | undefined,
): void {
  if (access !== 'visitor' && viewer && member && member !== viewer.userId)
    throw new Refusal('not_signed_in')
}

/** Throws the refusal for a viewer to whom an endpoint's access is not given. */
export async function refuseAccess(
  app: App,
  { access, path, isForAgeProof = false }: Pick<Route['call'], 'access' | 'path' | 'isForAgeProof'>,
  viewer: Viewer | null,
  recovery: Recovery | null,
): Promise<void> {
  const refusal = accessRefusal(access, viewer, recovery, isForAgeProof)
  if (!refusal) return
  // what is for staff alone is forbidden, and nothing else
  if (viewer && refusal.code === codes.forbidden) await leaveTrace(app, viewer, path)
  throw refusal
}

function accessRefusal(
  access: Access,
  viewer: Viewer | null,
  recovery: Recovery | null,
  isForAgeProof: boolean,
): Refusal | null {
  if (access === 'visitor') return null
  if (access === 'recovery' && recovery) return null
  if (!viewer) return new Refusal('not_signed_in')
  if (access === 'account' || access === 'recovery') return null
  if (viewer.suspension && !(isForAgeProof && viewer.suspension.ageProofBy)) {
    const { until, reason } = viewer.suspension
    return new Refusal('suspended', { until, reason })
  }
  const isMissing =
    (access === 'admin' && !viewer.isAdmin) || (access === 'moderator' && !viewer.isModerator)
  return isMissing ? new Refusal(codes.forbidden) : null
}

/** One a minute for each member, so that nobody fills the log; they are refused whether or not it works. */
async function leaveTrace(app: App, { userId }: Viewer, path: string): Promise<void> {
  const entry = { actorId: userId, action: 'admin_refused', details: { path } } as const
  await auditRepeated(app, { at: app.now(), ...entry }).catch((err: unknown) =>
    app.log.error({ err, path }, 'a refused admin call left no trace'),
  )
}
