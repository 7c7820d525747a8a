import { Text } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CardSection } from '#web/ui/CardSection.tsx'
import styles from './verification.module.css'
import { WithdrawButton } from './WithdrawButton.tsx'

type Props = {
  /** In a card of other things; else it is a card of its own. */
  isPart?: boolean
}

/** That documents are in review, and the way to take them back. */
export function WaitingPart({ isPart = false }: Props) {
  const Frame = isPart ? CardSection : Card
  return (
    <Frame titleId="in-review" title={<Text ns="verify" k="waiting_title" />}>
      <p>
        <Text ns="verify" k="waiting_text" />
      </p>
      <div className={styles.acts}>
        <WithdrawButton />
      </div>
    </Frame>
  )
}
