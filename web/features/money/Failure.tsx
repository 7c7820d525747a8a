import { ErrorText } from '#web/platform/ErrorText.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** A refusal that belongs to no field. */
export const Failure = ({ failure }: { failure: unknown }) =>
  Boolean(failure) && (
    <Notice tone="danger">
      <ErrorText failure={failure} />
    </Notice>
  )
