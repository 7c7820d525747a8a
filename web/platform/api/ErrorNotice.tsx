import { ErrorText } from './ErrorText.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'

/** What came of an act that was refused, read out at once. */
export const ErrorNotice = ({ failure }: { failure: unknown }) =>
  failure ? (
    <Notice tone="danger">
      <ErrorText failure={failure} />
    </Notice>
  ) : null
