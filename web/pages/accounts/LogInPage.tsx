// Where somebody logs in, shows a second factor, asks for a reset link, or confirms their address first.
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { Session } from '#contract/accounts/session.ts'
import { CheckEmail } from '#web/features/admission/sign-up/CheckEmail.tsx'
import { LogInForm } from '#web/features/accounts/LogInForm.tsx'
import type { Factor } from '#web/platform/reauthentication/FactorForm.tsx'
import { ResetRequestForm } from '#web/features/accounts/ResetRequestForm.tsx'
import { carryTypedBio, dropSignUpDraft } from '#web/features/admission/sign-up/signUpDraft.ts'
import { StepHeading } from '#web/platform/forms/StepHeading.tsx'
import { paths } from '#web/paths.ts'
import { onOtherTabs, readNote } from '#web/platform/session/authEvents.ts'
import type { LogInState } from '#web/platform/session/returnPath.ts'
import { acceptSession } from '#web/platform/session/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { withWords } from '#web/text/i18n.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { useStillHere } from '#web/ui/behaviour/useStillHere.ts'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import styles from '#web/pages/admission/SignUpPage.module.css'

type View = 'log-in' | 'factor' | 'reset' | 'mail'

const TITLE = {
  'log-in': 'log_in_title',
  factor: 'log_in_title',
  reset: 'reset_title',
  mail: 'check_email_title',
} as const

const secondFactor = lazyPart(async () => {
  const part = await withWords(['factors'], import('#web/features/accounts/SecondFactor.tsx'))
  return part.SecondFactor
})

export function LogInPage() {
  const client = useQueryClient()
  const state = useLocation().state as LogInState | null
  const [view, setView] = useState<View>('log-in')
  const [returned, setReturned] = useState(false)
  const [factors, setFactors] = useState<readonly Factor[]>([])
  const [email, setEmail] = useState(state?.email ?? '')
  const [notice, setNotice] = useState(state?.notice)

  const navigate = useNavigate()
  useEffect(() => {
    if (notice !== 'session_ended') return
    // the club may have said that the session ended before the other tab said why
    const correct = (note = readNote()) => {
      if (!note?.isLeft) return
      setNotice('logged_out')
      void navigate(paths.logIn, { replace: true, state: { notice: 'logged_out' } })
    }
    correct()
    return onOtherTabs(correct)
  }, [notice, navigate])

  const loggedIn = (session: Session) => {
    // it may be somebody else's turn at this device after them
    dropSignUpDraft()
    acceptSession(client, session)
    carryTypedBio(session)
  }
  const show = (next: View, address: string) => {
    setEmail(address)
    setNotice(undefined)
    setView(next)
  }
  // whoever went on meanwhile is not brought back by an answer that comes late
  const isHere = useStillHere(view)
  const back = (said?: LogInState['notice']) => {
    if (!isHere()) return
    setReturned(true)
    setNotice(said)
    setView('log-in')
  }

  return (
    <Page title={{ ns: 'auth', k: TITLE[view] }} width="narrow">
      {view === 'log-in' && (
        <>
          <StepHeading takesFocus={returned}>
            <Text ns="auth" k="log_in_title" />
          </StepHeading>
          {notice && <Arrival notice={notice} onForgotten={() => show('reset', email)} />}
          <Card>
            <LogInForm
              email={email}
              onLoggedIn={loggedIn}
              onFactorNeeded={(asked) => {
                setFactors(asked)
                setNotice(undefined)
                setView('factor')
              }}
              onConfirmationNeeded={(address) => show('mail', address)}
              onForgotten={(address) => show('reset', address)}
            />
          </Card>
          <OtherWays />
        </>
      )}
      {view === 'factor' && (
        <Suspense fallback={null}>
          <secondFactor.Part
            factors={factors}
            onLoggedIn={loggedIn}
            onExpired={() => back('log_in_expired')}
            onBack={() => back()}
          />
        </Suspense>
      )}
      {view === 'reset' && <ResetRequestForm email={email} onBack={() => back()} />}
      {view === 'mail' && (
        <CheckEmail
          email={email}
          words="check_email_waiting"
          onConfirmed={() => back('email_confirmed')}
        >
          <Button look="plain" onClick={() => back()}>
            <Text ns="auth" k="back_to_log_in" />
          </Button>
        </CheckEmail>
      )}
    </Page>
  )
}

const CALM = new Set<LogInState['notice']>(['session_ended', 'logged_out', 'log_in_expired'])

type ArrivalProps = { notice: NonNullable<LogInState['notice']>; onForgotten: () => void }

/** Why somebody stands here who did not come by themselves. */
function Arrival({ notice, onForgotten }: ArrivalProps) {
  // its toast speaks
  if (notice === 'link_invalid')
    return (
      <Notice tone="danger" announced={false}>
        <Text as="p" ns="auth" k="notice_link_invalid" />
        <button type="button" className={styles.asLink} onClick={onForgotten}>
          <Text ns="auth" k="new_link" />
        </button>
      </Notice>
    )
  return (
    <Notice tone={CALM.has(notice) ? 'info' : 'success'}>
      <Text ns="auth" k={`notice_${notice}`} />
    </Notice>
  )
}

function OtherWays() {
  return (
    <ul className={styles.ways}>
      <li>
        <Text ns="auth" k="no_account" />{' '}
        <Link to={paths.signUp}>
          <Text ns="auth" k="to_sign_up" />
        </Link>
      </li>
      <li>
        <Link to={paths.waitlist} reloadDocument>
          <Text ns="auth" k="to_waitlist" />
        </Link>
      </li>
      <li>
        <Link to={paths.invite} reloadDocument>
          <Text ns="auth" k="to_invite" />
        </Link>
      </li>
    </ul>
  )
}
