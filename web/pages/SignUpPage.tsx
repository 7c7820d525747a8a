import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { AgeStep } from '#web/features/auth/AgeStep.tsx'
import { CheckEmail } from '#web/features/auth/CheckEmail.tsx'
import { ProfileStep } from '#web/features/auth/ProfileStep.tsx'
import {
  dropSignUpDraft,
  keepSignUpDraft,
  readSignUpDraft,
} from '#web/features/auth/signUpDraft.ts'
import { paths } from '#web/paths.ts'
import type { LogInState } from '#web/platform/returnPath.ts'
import { signedIn } from '#web/platform/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'
import styles from './SignUpPage.module.css'

type Step = { name: 'age' } | { name: 'profile'; afterAge: boolean } | { name: 'mail'; to: string }

/** Step 1, step 2, and "Check your email" where the club confirms addresses. */
export function SignUpPage() {
  const client = useQueryClient()
  const [step, setStep] = useState(firstStep)

  if (step.name === 'mail')
    return (
      <Page title={{ ns: 'auth', k: 'check_email_title' }} width="narrow">
        <AwaitConfirmation email={step.to} onOther={() => setStep({ name: 'age' })} />
      </Page>
    )

  const confirmAge = () => {
    keepSignUpDraft({ isAdult: true })
    setStep({ name: 'profile', afterAge: true })
  }
  const awaitMail = (email: string) => {
    keepSignUpDraft({ sentTo: email })
    setStep({ name: 'mail', to: email })
  }
  return (
    <Page language="de" title={{ ns: 'auth', k: 'signup_title' }} width="narrow">
      {step.name === 'age' ? (
        <AgeStep onConfirmed={confirmAge} />
      ) : (
        <ProfileStep
          followsAgeStep={step.afterAge}
          onSignedIn={(session) => signedIn(client, session, { isNew: true })}
          onConfirmationNeeded={awaitMail}
        />
      )}
      <OtherWays />
    </Page>
  )
}

function firstStep(): Step {
  const { sentTo, isAdult } = readSignUpDraft()
  if (sentTo) return { name: 'mail', to: sentTo }
  return isAdult ? { name: 'profile', afterAge: false } : { name: 'age' }
}

function AwaitConfirmation({ email, onOther }: { email: string; onOther: () => void }) {
  const navigate = useNavigate()
  const confirmed = () => {
    dropSignUpDraft()
    const state: LogInState = { notice: 'email_confirmed', email }
    void navigate(paths.logIn, { state })
  }
  return (
    <CheckEmail email={email} words="check_email_sent" onConfirmed={confirmed}>
      <Link to={paths.logIn} state={{ email } satisfies LogInState} onClick={dropSignUpDraft}>
        <Text ns="auth" k="back_to_log_in" />
      </Link>
      <button
        type="button"
        className={styles.asLink}
        onClick={() => {
          dropSignUpDraft()
          onOther()
        }}
      >
        <Text ns="auth" k="other_address" />
      </button>
    </CheckEmail>
  )
}

function OtherWays() {
  return (
    <ul className={styles.ways}>
      <li>
        <Text ns="auth" k="signup_member_already" />{' '}
        <Link to={paths.logIn}>
          <Text ns="auth" k="signup_to_log_in" />
        </Link>
      </li>
      <li>
        <Link to={paths.waitlist} reloadDocument>
          <Text ns="auth" k="signup_to_waitlist" />
        </Link>
      </li>
      <li>
        <Link to={paths.invite} reloadDocument>
          <Text ns="auth" k="signup_to_invite" />
        </Link>
      </li>
    </ul>
  )
}
