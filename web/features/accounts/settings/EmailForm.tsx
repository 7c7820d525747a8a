import { requestEmailChange } from '#contract/accounts/security.ts'
import { call } from '#web/platform/api/call.ts'
import { findContractProblems } from '#web/platform/forms/contractProblems.ts'
import { FieldText } from '#web/platform/api/ErrorText.tsx'
import { useAttempt } from '#web/platform/reauthentication/useAttempt.tsx'
import { useOnMount } from '#web/platform/forms/useOnMount.ts'
import { useCallForm, type FieldProblems } from '#web/platform/forms/useCallForm.ts'
import { Text } from '#web/text/Text.tsx'
import { Field, TextInput } from '#web/ui/fields/Field.tsx'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { FormActs } from './FormActs.tsx'
import styles from './security.module.css'

type Fields = { email: string }
type Props = { onCancel: () => void; onSent: (email: string) => Promise<void> }

/** Asks for another address of the account, which counts once it is confirmed from there. */
export function EmailForm({ onCancel, onSent }: Props) {
  const { attempt, proof } = useAttempt()
  const { register, focus, failure, problem, isPending, props } = useCallForm<Fields>({
    defaults: { email: '' },
    check: (fields) => findContractProblems(requestEmailChange.body, fields),
    send: async (body) => {
      if (await attempt(() => call(requestEmailChange, { body }))) await onSent(body.email.trim())
    },
    refused: ({ body }): FieldProblems<Fields> => {
      const wrong = body?.errors?.find(({ path }) => path === 'email')
      return wrong ? { email: wrong.message } : {}
    },
  })
  useOnMount(() => focus('email'))
  const wrong = problem('email')

  return (
    <>
      <form className={styles.form} {...props}>
        <Field
          label={<Text ns="security" k="email_new" />}
          hint={<Text ns="security" k="email_new_hint" />}
          error={wrong && <FieldText message={wrong} />}
        >
          <TextInput
            required
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...register('email')}
          />
        </Field>
        <ErrorNotice failure={failure} />
        <FormActs words="email_send" isPending={isPending} onCancel={onCancel} />
      </form>
      {proof}
    </>
  )
}
