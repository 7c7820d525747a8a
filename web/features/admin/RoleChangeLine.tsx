// A pending role change; an admin who did not propose it and whom it does not concern confirms it.
import { useId, type ReactElement } from 'react'
import { confirmRoleChange, dropRoleChange, type RoleChange } from '#contract/admin/members.ts'
import { call } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { useAct } from '#web/platform/reauthentication/useAct.tsx'
import { formatMoment } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { holdFocus, type PassFocus } from '#web/ui/behaviour/regainFocus.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './admin.module.css'

type Props = {
  change: RoleChange
  onDone: (words: ReactElement, passOn: PassFocus) => Promise<void>
}

export function RoleChangeLine({ change, onDone }: Props) {
  const { member, role, isGrant, requestedBy, expiresAt, mayConfirm, mayDrop } = change
  const id = useId()
  const tongue = useScreenTongue()
  const confirming = useAct()
  const dropping = useAct()
  const params = { changeId: change.id }
  const confirm = () => {
    const passOn = holdFocus()
    return confirming.run(async () => {
      await call(confirmRoleChange, { params })
      await onDone(
        <Text ns="house" k="change_confirmed" values={{ name: member.username }} />,
        passOn,
      )
    })
  }
  const drop = () => {
    const passOn = holdFocus()
    return dropping.run(async () => {
      await call(dropRoleChange, { params })
      await onDone(
        <Text ns="house" k="change_dropped" values={{ name: member.username }} />,
        passOn,
      )
    })
  }
  return (
    <li className={`stack-2 no-ring ${styles.line}`}>
      <p id={id}>
        <strong lang="">{member.username}</strong>:{' '}
        <Text ns="house" k={`${isGrant ? 'grant' : 'revoke'}_${role}`} />
      </p>
      <p className={`break-anywhere soft small ${styles.soft}`}>
        <Text
          ns="house"
          k="change_by"
          values={{ name: requestedBy.username, until: formatMoment(expiresAt, tongue) }}
        />
      </p>
      {!mayConfirm && (
        <p className={`break-anywhere soft small ${styles.soft}`}>
          <Text ns="house" k="change_not_yours" />
        </p>
      )}
      <ErrorNotice failure={confirming.failure ?? dropping.failure} />
      <div className="toolbar">
        {mayConfirm && (
          <Button
            size="s"
            aria-describedby={id}
            pending={confirming.isPending}
            onClick={() => void confirm()}
          >
            <Text ns="house" k="change_confirm" />
          </Button>
        )}
        {mayDrop && (
          <Button
            look="plain"
            size="s"
            aria-describedby={id}
            pending={dropping.isPending}
            onClick={() => void drop()}
          >
            <Text ns="house" k="change_drop" />
          </Button>
        )}
      </div>
      {confirming.proof}
    </li>
  )
}
