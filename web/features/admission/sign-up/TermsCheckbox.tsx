import type { ComponentPropsWithRef } from 'react'
import { paths } from '#web/paths.ts'
import { Text } from '#web/text/Text.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { HelpedProblem } from './HelpedProblem.tsx'

type Props = ComponentPropsWithRef<'input'> & {
  error: string | undefined
  /** The version that is accepted. */
  version: string
}

/** The terms open in a tab of their own, so that the form stays as it is. */
export function TermsCheckbox({ error, version, ...props }: Props) {
  return (
    <Checkbox
      required
      {...props}
      error={
        error === 'version_outdated' ? (
          <TermsRenewed version={version} />
        ) : (
          error && <HelpedProblem message={error} />
        )
      }
      label={
        <>
          <Text ns="signup" k="signup_terms_before" />{' '}
          <a href={paths.legal('terms')} target="_blank" rel="noopener">
            <Text ns="signup" k="signup_terms_link" />
            <span className="visually-hidden">
              {' ('}
              <Text ns="shell" k="new_tab" />)
            </span>
          </a>{' '}
          <Text ns="signup" k="signup_terms_after" />
        </>
      }
    />
  )
}

/** Shown when the accepted version was replaced meanwhile. */
export const TermsRenewed = ({ version }: { version: string }) => (
  <Text ns="signup" k="signup_terms_renewed" values={{ version }} />
)
