import { CallError } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { Text } from '#web/text/Text.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'

const isAboutAge = (failure: unknown): boolean =>
  failure instanceof CallError &&
  failure.body?.errors?.some(({ path }) => path === 'birthdate') === true

/** Why a restriction was not lifted: a member who is a minor by their birthdate stays suspended, and what to do about it. */
export const LiftFailure = ({ failure }: { failure: unknown }) =>
  isAboutAge(failure) ? (
    <Notice tone="danger">
      <Text ns="moderation" k="lift_minor" />
    </Notice>
  ) : (
    <ErrorNotice failure={failure} />
  )
