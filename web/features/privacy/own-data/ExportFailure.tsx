import type { CallError } from '#web/platform/api/call.ts'
import { Failed } from '#web/platform/api/Failed.tsx'
import { Text } from '#web/text/Text.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { isLinkOver } from './useExporting.ts'

/** Why a copy could not be asked for or taken. */
export const ExportFailure = ({ failure }: { failure: CallError | null }) =>
  failure &&
  (isLinkOver(failure) ? (
    <Notice tone="danger" title={<Text ns="mine" k="export_gone" />}>
      <Text ns="mine" k="export_gone_text" />
    </Notice>
  ) : (
    <Failed failure={failure} />
  ))
