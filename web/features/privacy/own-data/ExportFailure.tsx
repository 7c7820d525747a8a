import type { CallError } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { Text } from '#web/text/Text.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { isLinkGone } from './useExporting.ts'

/** Why a copy could not be asked for or taken. */
export const ExportFailure = ({ failure }: { failure: CallError | null }) =>
  failure &&
  (isLinkGone(failure) ? (
    <Notice tone="danger" title={<Text ns="mine" k="export_gone" />}>
      <Text ns="mine" k="export_gone_text" />
    </Notice>
  ) : (
    <ErrorNotice failure={failure} />
  ))
