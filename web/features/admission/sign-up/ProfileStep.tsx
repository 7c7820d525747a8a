// The sign-up's second step, the form itself; of a minor nothing is kept on this device.
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { type Session } from '#contract/accounts/session.ts'
import { signUp } from '#contract/admission/signup.ts'
import { documentVersions } from '#contract/consent/consentVersions.ts'
import { limits } from '#contract/limits.ts'
import { countKept } from '#contract/words.ts'
import { BirthdateInput } from '#web/platform/forms/BirthdateInput.tsx'
import { CharacterCount } from '#web/platform/forms/CharacterCount.tsx'
import { call } from '#web/platform/api/call.ts'
import { PrivacyLine } from '#web/platform/discretion/PrivacyLine.tsx'
import { useSession } from '#web/platform/session/session.ts'
import { useCallForm } from '#web/platform/forms/useCallForm.ts'
import { currentLocale } from '#web/text/i18n.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field, TextInput, TextArea } from '#web/ui/fields/Field.tsx'
import { createIcon } from '#web/ui/icons/iconsOf.tsx'
import styles from '#web/platform/forms/stepForm.module.css'
import own from './signUp.module.css'
import { CarriedInvite, type useCarriedInvite } from './CarriedInvite.tsx'
import { EmailField } from '#web/platform/forms/EmailField.tsx'
import { PasswordField } from '#web/platform/forms/PasswordField.tsx'
import { HelpedProblem } from './HelpedProblem.tsx'
import { Failure, Problem } from '#web/platform/forms/Problem.tsx'
import { dropSignUpDraft, keepSignUpDraft, keepTypedBio, readSignUpDraft } from './signUpDraft.ts'
import {
  isOfMinor,
  noSignUpFields,
  findRefusedFields,
  signUpProblems,
  trimFields,
} from './signUpForm.ts'
import type { SignUpField, SignUpFields } from './signUpForm.ts'
import { StepHeading } from '#web/platform/forms/StepHeading.tsx'
import { TermsCheckbox } from './TermsCheckbox.tsx'
import { toastInvalid, toastRefused } from './signUpToasts.tsx'
import { useTermsVersion } from './useTermsVersion.ts'

const SignUpIcon = createIcon({
  clock: <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5l3.5 2" />,
})

type Props = {
  invite: ReturnType<typeof useCarriedInvite>
  followsAgeStep: boolean
  /** The account exists and is signed in. */
  onSignedIn: (session: Session) => void
  /** The account exists, and its address has to be confirmed. */
  onConfirmationNeeded: (email: string) => void
  /** The way to verify oneself already, below the button. */
  verification: ReactNode
}

export function ProfileStep({
  invite,
  followsAgeStep,
  onSignedIn,
  onConfirmationNeeded,
  verification,
}: Props) {
  const { clubNow } = useSession()
  const { t } = useText('signup')
  const [defaults] = useState(fieldsSoFar)
  const [bio, setBio] = useState(defaults.bio)
  const [missing, setMissing] = useState(() => listMissing(defaults))
  const { part, touch } = useTouched()
  const waits = useId()
  const { version: termsVersion, box, renew } = useTermsVersion()
  const refusedBirthdate = useRef<string>(null)
  /** Of a minor nothing is stored, on this device as little as at the club. */
  const storeDraft = (fields: SignUpFields) => {
    const isMinors = fields.birthdate === refusedBirthdate.current || isOfMinor(fields, clubNow())
    keepSignUpDraft({ fields: isMinors ? {} : fields, termsVersion })
  }
  const form = useCallForm<SignUpFields>({
    defaults,
    changed: (fields) => {
      storeDraft(fields)
      setBio(fields.bio)
      setMissing(listMissing(fields))
    },
    check: (fields) => signUpProblems(fields, clubNow()),
    invalid: toastInvalid,
    refused: (error, sent) => {
      if (error.body?.version) renew(error.body.version)
      toastRefused(error)
      const refused = new Map(findRefusedFields(error))
      if (refused.get('birthdate') === 'birthdate_underage') {
        refusedBirthdate.current = sent.birthdate
        storeDraft(form.values())
      }
      return Object.fromEntries(refused)
    },
    send: async (fields) => {
      const { acceptsTerms: _, ...rest } = trimFields(fields)
      const { session } = await call(signUp, {
        body: {
          ...rest,
          isAdult: true,
          acceptsTerms: true,
          termsVersion,
          language: currentLocale(),
          ...(invite.code && { inviteCode: invite.code }),
        },
      })
      dropSignUpDraft()
      keepTypedBio(fields.email, fields.bio)
      if (session) onSignedIn(session)
      else onConfirmationNeeded(fields.email.trim())
    },
  })

  const { register, focus, failure, problem, isPending, props } = form
  const error = (field: SignUpField) => {
    const message = problem(field)
    return message && <Problem message={message} />
  }
  const birthdate = problem('birthdate')
  const written = (field: SignUpField) => ({ ...register(field), onFocus: () => touch(field) })
  const isInviteRefused = failure?.code === 'invalid_invite'

  return (
    <>
      <header className="stack-2">
        <Text as="p" className={styles.step} ns="signup" k="signup_step" values={{ step: 2 }} />
        <StepHeading takesFocus={followsAgeStep}>
          <Text ns="signup" k="signup_profile_title" />
        </StepHeading>
        <Text as="p" className="soft" ns="signup" k="signup_profile_text" />
      </header>
      {invite.code && (
        <CarriedInvite
          code={invite.code}
          isRefused={isInviteRefused}
          onRemove={() => {
            invite.remove()
            focus('birthdate')
          }}
        />
      )}
      <Card>
        <form className={`${styles.form} ${own.form}`} {...props}>
          <div {...part('birthdate')}>
            <Field
              label={<Text ns="signup" k="signup_birthdate" />}
              hint={!birthdate && <Text ns="signup" k="signup_birthdate_hint" />}
              error={birthdate && <HelpedProblem message={birthdate} />}
            >
              <BirthdateInput
                required
                placeholder={t('signup_birthdate_placeholder')}
                {...written('birthdate')}
                {...next}
              />
            </Field>
          </div>
          <EmailField
            required
            autoComplete="username"
            label={<Text ns="signup" k="signup_email" />}
            error={error('email')}
            {...written('email')}
            {...next}
          />
          <div {...part('password')}>
            <PasswordField
              required
              autoComplete="new-password"
              minLength={6}
              label={<Text ns="signup" k="signup_password" />}
              hint={<Text ns="signup" k="signup_password_hint" />}
              error={error('password')}
              {...written('password')}
              {...next}
            />
          </div>
          <Field label={<Text ns="signup" k="signup_username" />} error={error('username')}>
            <TextInput
              required
              autoComplete="nickname"
              autoCapitalize="none"
              spellCheck={false}
              {...written('username')}
              {...next}
            />
          </Field>
          <fieldset className={`stack-2 ruled ${own.more}`}>
            <Text as="legend" ns="signup" k="signup_more" />
            <Field label={<Text ns="signup" k="signup_city" />} error={error('city')}>
              <TextInput autoComplete="address-level2" {...written('city')} {...next} />
            </Field>
            <div {...part('bio')}>
              <BioField bio={bio} error={error('bio')}>
                <TextArea
                  autoComplete="off"
                  rows={1}
                  placeholder=" "
                  className={own.bio}
                  {...written('bio')}
                />
              </BioField>
            </div>
          </fieldset>
          <TermsCheckbox
            ref={box}
            version={termsVersion}
            error={problem('acceptsTerms')}
            {...register('acceptsTerms')}
          />
          <PrivacyLine isBeside />
          {!isInviteRefused && <Failure failure={failure} />}
          <Button type="submit" wide pending={isPending} aria-describedby={waits}>
            <Text ns="signup" k="signup_create" />
          </Button>
          <p id={waits} className={own.waits} data-over={missing.length === 0 || undefined}>
            <Text
              ns="signup"
              k="signup_missing"
              values={{ fields: missing.map((field) => t(NAMES[field])).join(', ') }}
            />
          </p>
          <div className={own.later}>
            {verification}
            <span>
              <SignUpIcon name="clock" size={16} />
              <Text ns="signup" k="signup_verify_when" />
            </span>
          </div>
        </form>
      </Card>
    </>
  )
}

/** What nobody becomes a member without, as it is called beside the button that waits for it. */
const NAMES = {
  birthdate: 'signup_birthdate',
  email: 'signup_email',
  password: 'signup_password',
  username: 'signup_username',
  acceptsTerms: 'signup_missing_terms',
} as const satisfies Partial<Record<SignUpField, string>>

const listMissing = (fields: SignUpFields) =>
  (Object.keys(NAMES) as (keyof typeof NAMES)[]).filter((field) => {
    const value = fields[field]
    return typeof value === 'boolean' ? !value : value.trim() === ''
  })

/** Which of the fields that are written in was touched last. */
function useTouched() {
  const [touched, setTouched] = useState<SignUpField>()
  return {
    touch: setTouched,
    part: (name: SignUpField) => ({
      className: own.part,
      ...(touched === name && { 'data-touched': '' }),
    }),
  }
}

/** Where the keyboard on the screen says "next", it leads there, and does not send a form that is begun. */
const next = {
  enterKeyHint: 'next',
  onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const input = event.currentTarget
    if (event.key !== 'Enter' || !window.matchMedia('(pointer: coarse)').matches) return
    event.preventDefault()
    const fields = [...(input.form?.elements ?? [])].filter((one): one is HTMLInputElement =>
      one.matches('input:not([type=checkbox]), textarea'),
    )
    fields[fields.indexOf(input) + 1]?.focus()
  },
} as const

/** What was typed before; a yes to terms that are past is none. */
function fieldsSoFar(): SignUpFields {
  const { fields, termsVersion } = readSignUpDraft()
  const isCurrent = termsVersion === documentVersions.terms
  return {
    ...noSignUpFields,
    ...fields,
    acceptsTerms: isCurrent && fields.acceptsTerms === true,
  }
}

type BioProps = { bio: string; error: ReactNode; children: ReactNode }

function BioField({ bio, error, children }: BioProps) {
  const used = countKept(bio)
  return (
    <Field
      label={<Text ns="signup" k="signup_bio" />}
      hint={<Text ns="signup" k="signup_bio_hint" />}
      error={error}
      aside={<CharacterCount used={used} max={limits.bio} />}
    >
      {children}
    </Field>
  )
}
