import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Field } from '#web/ui/fields/Field.tsx'
import { TextInput } from '#web/ui/fields/TextInput.tsx'

type Props = ComponentPropsWithRef<'input'> & { label: ReactNode; error?: ReactNode }

/** `text` rather than `email`, whose browsers trim and rewrite what was typed. */
export function EmailField({ label, error, ...props }: Props) {
  return (
    <Field label={label} error={error}>
      <TextInput
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
      />
    </Field>
  )
}
