import { Text } from '#web/text/Text.tsx'
import { Problem } from '#web/platform/forms/Problem.tsx'

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
  <Text ns="signup" k={HELP[message]} />
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
