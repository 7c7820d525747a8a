import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { NewPasswordForm, type Permit } from '#web/features/auth/NewPasswordForm.tsx'
import { StepHeading } from '#web/features/auth/StepHeading.tsx'
import { paths } from '#web/paths.ts'
import type { LogInState } from '#web/platform/returnPath.ts'
import { askSessionAgain, signedOut, useSession } from '#web/platform/session.ts'
import { SessionUnknown } from '#web/platform/SessionUnknown.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import { showToast } from '#web/platform/toast.tsx'
import { Text } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import { useMailedToken } from './useMailedToken.ts'

/** Sets a new password: by the mailed link, or signed in and with the current one. */
export function ResetPasswordPage() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { session, recovery, state } = useSession()
  const token = useMailedToken()
  const [isOpened, setOpened] = useState(false)
  const [isOver, setOver] = useState(false)

  const permit = permitOf(isOpened ? null : token, isOpened || recovery, session !== null)
  if (isOver) return <SessionUnknown />
  if (!permit) return state === 'visitor' ? <InvalidLink /> : <SessionUnknown />

  const opened = () => {
    setOpened(true)
    void askSessionAgain(client)
  }
  const refused = () => {
    setOver(true)
    tellInvalid(navigate)
  }
  const changed = () => {
    setOver(true)
    signedOut(client, 'password')
    const notice: LogInState = { notice: 'password_changed' }
    void navigate(paths.logIn, { replace: true, state: notice })
  }
  const back = { to: paths.settings, label: <Text ns="auth" k="back_to_settings" /> }
  return (
    <Page
      title={{ ns: 'auth', k: 'new_password_title' }}
      width="narrow"
      {...(permit === 'current_password' && { back })}
    >
      <StepHeading>
        <Text ns="auth" k="new_password_title" />
      </StepHeading>
      <p>
        <Text ns="auth" k="new_password_text" />
      </p>
      <Card>
        <NewPasswordForm
          permit={permit}
          onRecovery={opened}
          onInvalidLink={refused}
          onChanged={changed}
        />
      </Card>
    </Page>
  )
}

/** A fresh link counts for more than a recovery begun before, which may be another account's. */
function permitOf(token: string | null, recovery: boolean, isSignedIn: boolean): Permit | null {
  if (token) return { token }
  if (recovery) return 'recovery'
  return isSignedIn ? 'current_password' : null
}

function InvalidLink() {
  const navigate = useNavigate()
  const tell = useEffectEvent(() => tellInvalid(navigate))
  useEffect(() => tell(), [])
  return <SessionUnknown />
}

function tellInvalid(navigate: ReturnType<typeof useNavigate>): void {
  showToast({ title: 'link_invalid', description: <Text ns="auth" k="link_invalid_help" /> })
  const state: LogInState = { notice: 'link_invalid' }
  void navigate(paths.logIn, { replace: true, state })
}
