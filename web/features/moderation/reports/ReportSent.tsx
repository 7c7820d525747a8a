import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { formatMoment } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { focus } from '#web/ui/behaviour/focus.ts'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import type { SentReport } from './ReportDialog.tsx'

type Props = { sent: SentReport; username: string; onLeave: () => void }

export function ReportSent({ sent: { report, blocked }, username, onLeave }: Props) {
  const tongue = useScreenTongue()
  const { number, dueAt } = report
  return (
    <div ref={focus} tabIndex={-1} className="stack-4 no-ring">
      <Notice tone="success" title={<Text ns="reports" k="arrived" values={{ number }} />}>
        <Text as="p" ns="reports" k="arrived_text" values={{ when: formatMoment(dueAt, tongue) }} />
      </Notice>
      {blocked && (
        <Notice tone={blocked === 'done' ? 'info' : 'danger'}>
          <Text
            as="p"
            ns="reports"
            k={blocked === 'done' ? 'blocked' : 'block_failed'}
            values={{ username }}
          />
        </Notice>
      )}
      <p>
        <Link to={paths.report(number)} onClick={onLeave}>
          <Text ns="reports" k="to_case" />
        </Link>
      </p>
      <Text as="p" className="soft small" ns="reports" k="danger" />
    </div>
  )
}
