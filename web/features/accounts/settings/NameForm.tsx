import type { ReactNode } from 'react'
import { LineText } from '#contract/posts/textFields.ts'
import { limits } from '#contract/limits.ts'
import { FieldText } from '#web/platform/api/ErrorText.tsx'
import { useOnMount } from '#web/platform/forms/useOnMount.ts'
import { useCallForm, type FieldProblems } from '#web/platform/forms/useCallForm.ts'
import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'
import { Field, TextInput } from '#web/ui/fields/Field.tsx'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { FormActs } from './FormActs.tsx'
import styles from './security.module.css'

type Fields = { name: string }
type Props = {
  name: string
  words: Key<'security'>
  /** What went wrong besides the call. */
  trouble?: ReactNode
  onCancel: () => void
  send: (name: string) => Promise<void>
}

const Name = LineText(limits.passkeyName)

/** What a passkey is called. */
export function NameForm({ name, words, trouble, onCancel, send }: Props) {
  const { register, focus, failure, problem, isPending, props } = useCallForm<Fields>({
    defaults: { name },
    check: (fields): FieldProblems<Fields> => {
      const message = Name.safeParse(fields.name).error?.issues[0]?.message
      return message ? { name: message } : {}
    },
    send: (fields) => send(fields.name.trim()),
    refused: () => ({}),
  })
  useOnMount(() => focus('name', { select: true }))
  const wrong = problem('name')
  return (
    <form className={styles.form} {...props}>
      <Field
        label={<Text ns="security" k="passkey_name" />}
        hint={<Text ns="security" k="passkey_name_hint" />}
        error={wrong && <FieldText message={wrong} />}
      >
        <TextInput required autoComplete="off" {...register('name')} />
      </Field>
      {trouble}
      <ErrorNotice failure={failure} />
      <FormActs words={words} isPending={isPending} onCancel={onCancel} />
    </form>
  )
}
