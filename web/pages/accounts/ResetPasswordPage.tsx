// The page to set a new password: by the mailed link, or signed in and with the current one.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { NewPasswordForm, type Permit } from '#web/features/accounts/NewPasswordForm.tsx'
import { OpenLink } from '#web/features/accounts/OpenLink.tsx'
import { StepHeading } from '#web/platform/forms/StepHeading.tsx'
import { paths } from '#web/paths.ts'
import type { LogInState } from '#web/platform/session/returnPath.ts'
import { refetchSession, useSession } from '#web/platform/session/session.ts'
import { SessionUnknown } from '#web/platform/shell/SessionUnknown.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import { showToast } from '#web/platform/outbox/toast.tsx'
import { Text } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import { useMailedToken } from './useMailedToken.ts'

/** Sets a new password: by the mailed link, or signed in and with the current one. */
export function ResetPasswordPage() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { session, recovery, recoveryEmail, state } = useSession()
  const token = useMailedToken()
  const [opened, setOpened] = useState<string | null>(null)
  const [isOver, setOver] = useState(false)

  // a fresh link counts for more than a recovery begun before, which may be another account's
  const link = token === opened ? null : token
  const permit = choosePermit(opened !== null || recovery, session !== null)
  if (isOver) return <SessionUnknown />
  if (!link && !permit) return state === 'visitor' ? <InvalidLink /> : <SessionUnknown />

  const goOn = () => {
    setOpened(token)
    void refetchSession(client)
  }
  const refused = () => {
    setOver(true)
    refuseLink(navigate)
  }
  const changed = () => {
    setOver(true)
    const notice: LogInState = { notice: 'password_changed' }
    void navigate(paths.logIn, { replace: true, state: notice })
  }
  const back = { to: paths.settings, label: <Text ns="auth" k="back_to_settings" /> }
  return (
    <Page
      title={{ ns: 'auth', k: 'new_password_title' }}
      width="narrow"
      {...(!link && permit === 'current_password' && { back })}
    >
      <StepHeading takesFocus={opened !== null}>
        <Text ns="auth" k="new_password_title" />
      </StepHeading>
      <Text as="p" ns="auth" k="new_password_text" />
      <Card>
        {link ? (
          <OpenLink token={link} onOpened={goOn} onInvalid={refused} />
        ) : (
          permit && (
            <NewPasswordForm
              key={permit}
              permit={permit}
              email={permit === 'recovery' ? recoveryEmail : (session?.email ?? null)}
              onInvalidLink={refused}
              onChanged={changed}
            />
          )
        )}
      </Card>
    </Page>
  )
}

function choosePermit(recovery: boolean, isSignedIn: boolean): Permit | null {
  if (recovery) return 'recovery'
  return isSignedIn ? 'current_password' : null
}

function InvalidLink() {
  const navigate = useNavigate()
  const refuse = useEffectEvent(() => refuseLink(navigate))
  useEffect(() => refuse(), [])
  return <SessionUnknown />
}

function refuseLink(navigate: ReturnType<typeof useNavigate>): void {
  showToast({ title: 'link_invalid', description: <Text ns="auth" k="link_invalid_help" /> })
  const state: LogInState = { notice: 'link_invalid' }
  void navigate(paths.logIn, { replace: true, state })
}
