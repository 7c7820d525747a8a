import type { Icebreaker } from '#contract/rooms/rooms.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import styles from './IcebreakerCard.module.css'

type Props = { icebreaker: Icebreaker; onAnswer: () => void; onShowAnswers: () => void }

export function IcebreakerCard({ icebreaker, onAnswer, onShowAnswers }: Props) {
  const tongue = useScreenTongue()
  return (
    <Card
      tone="lamp"
      className={styles.icebreaker}
      title={<Text ns="rooms" k="icebreaker" />}
      titleId="icebreaker"
    >
      <div className={styles.row}>
        <p className={styles.question}>{icebreaker.question[tongue]}</p>
        <div className={styles.acts}>
          <Button look="plain" size="s" aria-haspopup="dialog" onClick={onShowAnswers}>
            <Text ns="rooms" k="answers" />
          </Button>
          <Button
            look="quiet"
            size="s"
            icon={<MemberIcon name="reply" size={18} />}
            onClick={onAnswer}
          >
            <Text ns="rooms" k="answer" />
          </Button>
        </div>
      </div>
    </Card>
  )
}
