import type { ComponentPropsWithRef } from 'react'
import { paths } from '#web/paths.ts'
import { Text } from '#web/text/Text.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { HelpedProblem } from './Problem.tsx'

type Props = ComponentPropsWithRef<'input'> & { error: string | undefined }

/** The terms open in a tab of their own, so that the form stays as it is. */
export function TermsCheckbox({ error, ...props }: Props) {
  return (
    <Checkbox
      required
      {...props}
      error={error && <HelpedProblem message={error} />}
      label={
        <>
          <Text ns="auth" k="signup_terms_before" />{' '}
          <a href={paths.legal('terms')} target="_blank" rel="noopener">
            <Text ns="auth" k="signup_terms_link" />
            <span className="visually-hidden">
              {' ('}
              <Text ns="auth" k="signup_new_tab" />)
            </span>
          </a>{' '}
          <Text ns="auth" k="signup_terms_after" />
        </>
      }
    />
  )
}
