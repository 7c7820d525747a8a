import { Link } from 'react-router'
import type { VerificationStatus } from '#contract/accounts/session.ts'
import { paths } from '#web/paths.ts'
import { Text } from '#web/text/Text.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import styles from './VerificationCard.module.css'

const TONES = { none: 'plain', pending: 'lamp', verified: 'success', rejected: 'danger' } as const

/** Where the member's verification stands, and the way to it. */
export function VerificationCard({ status }: { status: VerificationStatus }) {
  return (
    <Card titleId="verification" title={<Text ns="profile" k="verification" />}>
      <div className="row-3 align-center">
        <Badge tone={TONES[status]}>
          {status === 'verified' && <MemberIcon name="verified" size={16} />}
          <Text ns="profile" k={`status_${status}`} />
        </Badge>
        <Text as="p" className={styles.words} ns="profile" k={`verification_${status}`} />
        <Button look="quiet" size="s" render={<Link to={paths.verify} />}>
          <Text ns="profile" k="to_verify" />
        </Button>
      </div>
    </Card>
  )
}
