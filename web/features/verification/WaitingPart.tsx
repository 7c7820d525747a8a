import { Text } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from './verification.module.css'
import { WithdrawButton } from './WithdrawButton.tsx'

/** That documents are in review, and the way to take them back. */
export const WaitingPart = () => (
  <Card titleId="in-review" title={<Text ns="verify" k="waiting_title" />}>
    <Text as="p" ns="verify" k="waiting_text" />
    <div className={styles.acts}>
      <WithdrawButton />
    </div>
  </Card>
)
