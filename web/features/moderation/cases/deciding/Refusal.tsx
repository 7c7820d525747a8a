import { codes, type ErrorCode } from '#contract/errors.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import type { Key } from '#web/text/catalogues.ts'
import { Text } from '#web/text/Text.tsx'

type Props = {
  code: ErrorCode
  /** What it means that somebody else has to. */
  other: Key<'moderation'>
}

/** Why the viewer may not do this themselves. */
export const Refusal = ({ code, other }: Props) => (
  <p className="soft small">
    {code === 'own_case' ? (
      <Text ns="moderation" k="own_case" />
    ) : code === 'same_decider' || code === codes.forbidden ? (
      <Text ns="moderation" k={other} />
    ) : (
      <ErrorText failure={{ code }} />
    )}
  </p>
)
