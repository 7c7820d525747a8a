import { codes } from '#contract/errors.ts'
import type { CallError } from '#web/platform/api/call.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { formatMoment } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'

/** Why it was not sent, and that what was typed is still here. */
export function ReportFailed({ failure }: { failure: CallError }) {
  const tongue = useScreenTongue()
  const { code, body } = failure
  const until = code === 'reporting_limited' && body?.until
  return (
    <Notice tone="danger" title={<Text ns="reports" k="not_sent" />}>
      <p>
        {until ? (
          <Text ns="reports" k="limited_until" values={{ when: formatMoment(until, tongue) }} />
        ) : code === codes.notFound ? (
          <Text ns="reports" k="target_gone" />
        ) : (
          <ErrorText failure={failure} />
        )}
      </p>
      {code === 'FETCH_ERROR' && <Text as="p" ns="reports" k="kept" />}
    </Notice>
  )
}
