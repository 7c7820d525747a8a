import { checkInvite } from '#contract/admission/invitations.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { PrivacyLine } from '#web/platform/discretion/PrivacyLine.tsx'
import { Problem, StaticForm } from '#web/platform/forms/StaticForm.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Field, TextInput } from '#web/ui/fields/Field.tsx'
import styles from '#web/features/admission/admission.module.css'

/** As long as `InviteCode` may be. */
const LONGEST = 80

/** One field for the code. `static/forms/door.ts` leads on with a good one; every bad one reads the same. */
export function InviteForm() {
  const { t } = useText('door')
  return (
    <>
      <StaticForm
        to={checkInvite.path}
        kind="invite"
        send={<Text ns="signup" k="invite_redeem" />}
        sending={t('sending')}
        failureTitle={(code) =>
          code === 'too_many_attempts' && <Text ns="toast" k="too_many_attempts" />
        }
      >
        <Field label={<Text ns="door" k="invite_code" />} hint={<Text ns="door" k="invite_hint" />}>
          <TextInput
            name="code"
            required
            className={styles.codeField}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            data-max={LONGEST}
            data-from="code"
          />
        </Field>
        <PrivacyLine />
      </StaticForm>
      <Problem name="invalid_invite">
        <ErrorText failure={{ code: 'invalid_invite' }} />
      </Problem>
    </>
  )
}
