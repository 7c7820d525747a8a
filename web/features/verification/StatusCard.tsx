import type { ReactNode } from 'react'
import type { Verification } from '#contract/verification/verification.ts'
import { Text } from '#web/text/Text.tsx'
import { Time } from '#web/text/Time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import styles from './verification.module.css'

const TONES = { verified: 'success', pending: 'lamp', rejected: 'danger', none: 'plain' } as const

/** Where the member stands, what that means, and what can be done about it. */
export function StatusCard({ data, children }: { data: Verification; children?: ReactNode }) {
  const { status, reason, method, submittedAt } = data
  return (
    <Card
      titleId="status"
      title={<Text ns="verify" k="status_title" />}
      tone={status === 'none' ? 'lamp' : 'plain'}
    >
      <p className={styles.status}>
        <Badge tone={TONES[status]}>
          {status === 'verified' && <MemberIcon name="verified" size={16} />}
          <Text ns="verify" k={`badge_${status}`} />
        </Badge>
      </p>
      <Text as="p" ns="verify" k={`explain_${status}`} />
      {status === 'rejected' && reason && (
        <Notice tone="danger" announced={false} title={<Text ns="verify" k="reason" />}>
          <p className={styles.asWritten} lang="" dir="auto">
            {reason}
          </p>
        </Notice>
      )}
      <Facts>
        {status === 'verified' && method !== 'none' && (
          <Fact name={<Text ns="verify" k="method" />}>
            <Text ns="verify" k={`method_${method}`} />
          </Fact>
        )}
        {status === 'pending' && submittedAt && (
          <Fact name={<Text ns="verify" k="submitted_at" />}>
            <Time at={submittedAt} isDay />
          </Fact>
        )}
        {status !== 'verified' && (
          <Fact name={<Text ns="verify" k="duration" />}>
            <Text ns="verify" k="duration_stated" />
            <Median hours={data.medianHours} />
          </Fact>
        )}
      </Facts>
      {children && <div className={styles.acts}>{children}</div>}
    </Card>
  )
}

/** What it really took lately, rounded up so that it promises nothing. */
function Median({ hours }: { hours: number | null }) {
  if (hours === null) return null
  return (
    <div className="soft small">
      <Text ns="verify" k="median" values={{ count: Math.max(1, Math.ceil(hours)) }} />
    </div>
  )
}
