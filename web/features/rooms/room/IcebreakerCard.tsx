import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { Icebreaker } from '#contract/rooms/rooms.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { MemberIcon } from '#web/ui/icons/MemberIcon.tsx'
import styles from './IcebreakerCard.module.css'

type Props = { icebreaker: Icebreaker; onAnswer: () => void; onShowAnswers: () => void }

/** The question of the day; it folds to one line when the reader scrolls. */
export function IcebreakerCard({ icebreaker, onAnswer, onShowAnswers }: Props) {
  const tongue = useScreenTongue()
  const card = useRef<HTMLElement>(null)
  const isFolded = useFolding(card)
  return (
    <section
      ref={card}
      aria-labelledby="icebreaker"
      className={styles.icebreaker}
      data-folded={isFolded || undefined}
    >
      <Text
        as="h2"
        id="icebreaker"
        className={`soft tiny ${styles.name}`}
        ns="room"
        k="icebreaker"
      />
      <p className={styles.question}>{icebreaker.question[tongue]}</p>
      <div className={styles.acts}>
        <Button look="plain" size="s" aria-haspopup="dialog" onClick={onShowAnswers}>
          <Text ns="room" k="answers" />
        </Button>
        <Button
          look="quiet"
          size="s"
          icon={<MemberIcon name="reply" size={18} />}
          onClick={onAnswer}
        >
          <Text ns="room" k="answer" />
        </Button>
      </div>
    </section>
  )
}

/** Lower than that a window belongs to the talk. */
const LOW = '(height < 35rem)'

/**
 * Whether the card is folded: as soon as its reader scrolls, and in a low window. The place it
 * stood in stays as high as it was, so that nothing moves under them.
 */
function useFolding(card: RefObject<HTMLElement | null>): boolean {
  const [isFolded, setFolded] = useState(() => window.matchMedia(LOW).matches)
  useLayoutEffect(() => {
    const look = () => {
      const { current: element } = card
      const isLow = window.matchMedia(LOW).matches
      const isNext = isLow || window.scrollY > 0
      if (isLow) element?.style.removeProperty('--stood')
      else if (isNext && element && !element.dataset['folded'])
        element.style.setProperty('--stood', `${element.offsetHeight}px`)
      setFolded(isNext)
    }
    look()
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('scroll', look, { passive: true, signal })
    window.addEventListener('resize', look, { signal })
    return () => listening.abort()
  }, [card])
  return isFolded
}
