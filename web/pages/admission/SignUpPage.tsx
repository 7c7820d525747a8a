// Where somebody signs up: their age, then account and profile, then "Check your email" where that is asked.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Session } from '#contract/accounts/session.ts'
import { AgeStep } from '#web/features/admission/sign-up/AgeStep.tsx'
import { CarriedInvite, useCarriedInvite } from '#web/features/admission/sign-up/CarriedInvite.tsx'
import { CheckEmail } from '#web/features/admission/sign-up/CheckEmail.tsx'
import { ProfileStep } from '#web/features/admission/sign-up/ProfileStep.tsx'
import {
  carryTypedBio,
  dropSignUpDraft,
  keepSignUpDraft,
  readSignUpDraft,
} from '#web/features/admission/sign-up/signUpDraft.ts'
import { carryOver, isEmpty } from '#web/features/verification/upload/documents.ts'
import { Preparation } from '#web/features/verification/upload/Preparation.tsx'
import { useUpload } from '#web/features/verification/upload/useUpload.ts'
import { paths } from '#web/paths.ts'
import type { LogInState } from '#web/platform/session/returnPath.ts'
import { acceptSession } from '#web/platform/session/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { Text } from '#web/text/Text.tsx'
import { useStillHere } from '#web/ui/behaviour/useStillHere.ts'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import styles from './SignUpPage.module.css'

type Step =
  | { name: 'age' }
  | { name: 'profile'; afterAge: boolean }
  | { name: 'mail'; to: string; hadFiles: boolean }

export function SignUpPage() {
  const client = useQueryClient()
  const [step, setStep] = useState(firstStep)
  const upload = useUpload()
  const invite = useCarriedInvite()

  if (step.name === 'mail')
    return (
      <Page title={{ ns: 'auth', k: 'check_email_title' }} width="narrow">
        <AwaitConfirmation {...step} onOther={() => setStep({ name: 'age' })} />
      </Page>
    )

  const carried = invite.code && (
    <CarriedInvite
      code={invite.code}
      isRefused={false}
      onRemove={() => {
        invite.remove()
        document.querySelector<HTMLElement>('main input[type=checkbox]')?.focus()
      }}
    />
  )
  const confirmAge = () => {
    keepSignUpDraft({ isAdult: true })
    setStep({ name: 'profile', afterAge: true })
  }
  const awaitMail = (email: string) => {
    const hadFiles = !isEmpty(upload.folder)
    upload.clear()
    keepSignUpDraft({ sentTo: email, hadFiles })
    setStep({ name: 'mail', to: email, hadFiles })
  }
  const goOn = (session: Session) => {
    carryOver(session.userId, upload.folder)
    acceptSession(client, session, { isNew: true })
    carryTypedBio(session)
  }
  return (
    <Page language="de" title={{ ns: 'signup', k: 'signup_title' }} width="narrow">
      {step.name === 'age' ? (
        <AgeStep onConfirmed={confirmAge}>{carried}</AgeStep>
      ) : (
        <ProfileStep
          invite={invite}
          followsAgeStep={step.afterAge}
          onSignedIn={goOn}
          onConfirmationNeeded={awaitMail}
          verification={
            <Preparation upload={upload} label={<Text ns="signup" k="signup_verify" />} />
          }
        />
      )}
      <OtherWays hasInvite={invite.code !== null} />
    </Page>
  )
}

function firstStep(): Step {
  const { sentTo, hadFiles, isAdult } = readSignUpDraft()
  if (sentTo) return { name: 'mail', to: sentTo, hadFiles }
  return isAdult ? { name: 'profile', afterAge: false } : { name: 'age' }
}

type AwaitProps = { to: string; hadFiles: boolean; onOther: () => void }

function AwaitConfirmation({ to: email, hadFiles, onOther }: AwaitProps) {
  const navigate = useNavigate()
  const isHere = useStillHere()
  const confirmed = () => {
    // another sign-up may have been begun meanwhile
    if (!isHere()) return
    dropSignUpDraft()
    const state: LogInState = { notice: 'email_confirmed', email }
    void navigate(paths.logIn, { state })
  }
  return (
    <>
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
      {hadFiles && (
        <Notice announced={false}>
          <Text ns="auth" k="check_email_files_dropped" />
        </Notice>
      )}
    </>
  )
}

function OtherWays({ hasInvite }: { hasInvite: boolean }) {
  return (
    <ul className={styles.ways}>
      <li>
        <Text ns="signup" k="signup_member_already" />{' '}
        <Link to={paths.logIn}>
          <Text ns="signup" k="signup_to_log_in" />
        </Link>
      </li>
      <li>
        <Link to={paths.waitlist} reloadDocument>
          <Text ns="signup" k="signup_to_waitlist" />
        </Link>
      </li>
      {!hasInvite && (
        <li>
          <Link to={paths.invite} reloadDocument>
            <Text ns="signup" k="signup_to_invite" />
          </Link>
        </li>
      )}
    </ul>
  )
}
