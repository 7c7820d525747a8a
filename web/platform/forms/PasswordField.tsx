import type { ComponentPropsWithRef, ReactNode } from 'react'
import { useText } from '#web/text/Text.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { PasswordInput } from '#web/ui/fields/PasswordInput.tsx'

type Props = ComponentPropsWithRef<'input'> & {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
}

export function PasswordField({ label, hint, error, ...props }: Props) {
  const { t } = useText('shell')
  return (
    <Field label={label} hint={hint} error={error}>
      <PasswordInput words={{ show: t('show_password'), hide: t('hide_password') }} {...props} />
    </Field>
  )
}

/** Tells a password manager whose password a form is about, where nobody types that. */
export const AccountName = ({ email }: { email: string }) => (
  <input type="email" autoComplete="username" defaultValue={email} readOnly hidden />
)
