import { validationKeys } from '#contract/fields.ts'
import { ErrorText, FieldText } from '#web/platform/ErrorText.tsx'
import { Text } from '#web/text/Text.tsx'
import { Notice } from '#web/ui/Notice.tsx'

const isValidation = (message: string) => validationKeys.some((key) => key === message)

/** What is wrong with a field: the message of a schema, or the words of a wire code. */
export function Problem({ message }: { message: string }) {
  return isValidation(message) ? (
    <FieldText message={message} />
  ) : (
    <ErrorText failure={{ code: message }} />
  )
}

const HELP = {
  birthdate_invalid: 'signup_birthdate_invalid',
  birthdate_underage: 'signup_birthdate_underage',
  terms_required: 'signup_terms_required',
} as const
type Helped = keyof typeof HELP

export const isHelped = (message: string | undefined): message is Helped =>
  message !== undefined && Object.hasOwn(HELP, message)

/** The sentence beside a short message such as "Altersbeschränkung". */
export const ProblemHelp = ({ message }: { message: Helped }) => (
  <Text ns="auth" k={HELP[message]} />
)

/** As `Problem`, with the sentence that helps, if there is one. */
export function HelpedProblem({ message }: { message: string }) {
  return (
    <>
      <span>
        <Problem message={message} />
      </span>
      {isHelped(message) && (
        <>
          <br />
          <ProblemHelp message={message} />
        </>
      )}
    </>
  )
}

/** A refusal that belongs to no field, kept in the form after its toast is gone. The toast speaks. */
export function Failure({ failure }: { failure: unknown }) {
  if (!failure) return null
  return (
    <Notice tone="danger" announced={false}>
      <ErrorText failure={failure} />
    </Notice>
  )
}
