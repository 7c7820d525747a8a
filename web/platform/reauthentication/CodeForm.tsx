import { FactorCode } from '#contract/accounts/security.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field, TextInput } from '#web/ui/fields/Field.tsx'
import { ErrorText, FieldText } from '#web/platform/api/ErrorText.tsx'
import { useOnMount } from '#web/platform/forms/useOnMount.ts'
import { useCallForm, type FieldProblems } from '#web/platform/forms/useCallForm.ts'
import { FactorFailure } from './FactorFailure.tsx'
import styles from './reauthentication.module.css'

type Fields = { code: string }
type Props = {
  kind: 'app' | 'recovery' | 'mail'
  /** Whether its button is the one to press first. */
  isMain: boolean
  takesFocus: boolean
  send: (code: string) => Promise<void>
  onTry?: () => void
}

/** One code, typed or filled in by the device. */
export function CodeForm({ kind, isMain, takesFocus, send, onTry }: Props) {
  const { register, focus, failure, problem, isPending, props } = useCallForm<Fields>({
    defaults: { code: '' },
    check: ({ code }) => (FactorCode.safeParse(code).success ? {} : { code: 'code_invalid' }),
    send: ({ code }) => (onTry?.(), send(code.trim())),
    refused: ({ code }): FieldProblems<Fields> => {
      if (code !== 'invalid_code' && code !== 'invalid_input') return {}
      focus('code', { select: true })
      return { code: 'invalid_code' }
    },
  })
  useOnMount(() => takesFocus && focus('code'))
  const wrong = problem('code')

  return (
    <form className="stack-4" {...props}>
      <Field
        label={<Text ns="factors" k={`code_${kind}`} />}
        hint={<Text ns="factors" k={`code_${kind}_hint`} />}
        error={
          wrong === 'invalid_code' ? (
            <ErrorText failure={{ code: wrong }} />
          ) : (
            wrong && <FieldText message={wrong} />
          )
        }
      >
        <TextInput
          required
          inputMode={kind === 'app' ? 'numeric' : 'text'}
          autoComplete={kind === 'recovery' ? 'off' : 'one-time-code'}
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          className={styles.code}
          {...register('code')}
        />
      </Field>
      <FactorFailure failure={failure} />
      <Button type="submit" wide look={isMain ? 'primary' : 'quiet'} pending={isPending}>
        <Text ns="factors" k="confirm" />
      </Button>
    </form>
  )
}
