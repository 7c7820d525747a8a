import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Field, TextInput } from '#web/ui/fields/Field.tsx'

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
