import { useQueryClient } from '@tanstack/react-query'
import {
  listInvitations,
  revokeInvitation,
  type Invitation,
} from '#contract/admission/invitations.ts'
import { call, query } from '#web/platform/api/call.ts'
import { formatDay } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import styles from '#web/features/admission/admission.module.css'
import { isRevoked } from './Revoked.tsx'
import { RevokeButton } from './RevokeButton.tsx'
import { StateBadge } from './StateBadge.tsx'

type Props = { invitation: Invitation; onRevoked: (isDone: boolean) => void }

/** One of a member's own, and what became of it. */
export function InvitationLine({ invitation, onRevoked }: Props) {
  const { id, state, email, createdAt, expiresAt, guest } = invitation
  const client = useQueryClient()
  const tongue = useScreenTongue()
  const revoke = async () => {
    const isDone = await isRevoked(call(revokeInvitation, { params: { invitationId: id } }))
    await client.invalidateQueries({ queryKey: query(listInvitations, {}).queryKey })
    onRevoked(isDone)
  }
  const values = { made: formatDay(createdAt, tongue), until: formatDay(expiresAt, tongue) }
  return (
    <div className={styles.line}>
      <div>
        <p id={`${id}-for`} className="bold break-anywhere">
          {email ? (
            <Text ns="invitations" k="bound" values={{ email }} />
          ) : (
            <Text ns="invitations" k="free" />
          )}
        </p>
        <p id={`${id}-made`} className="soft small">
          <Text ns="invitations" k="made" values={values} />
        </p>
        {state === 'used' && (
          <p>
            {guest === null ? (
              <Text ns="invitations" k="came_unnamed" />
            ) : (
              <Text ns="invitations" k="came" values={{ name: guest }} />
            )}
          </p>
        )}
        {state === 'open' && <RevokeButton which={`${id}-for ${id}-made`} onRevoke={revoke} />}
      </div>
      <StateBadge state={state} />
    </div>
  )
}
