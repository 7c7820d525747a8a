// Above the list in a newcomer's first room: that they are in, and a few ways to begin.
import { useState } from 'react'
import { dropFirstWords, readFirstWords } from '#web/platform/outbox/firstWords.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import styles from './FirstVisit.module.css'

type Props = {
  /** The question of the day, as one way to begin. */
  question: { de: string; en: string } | null
  /** Puts words into the composer and moves the focus there; nothing is sent. */
  onSay: (words: string) => void
  /** Their first post was sent: the card shows its last words. */
  hasSpoken: boolean
  onClose: () => void
}

export function FirstVisit({ question, onSay, hasSpoken, onClose }: Props) {
  const { t } = useText('welcome')
  const tongue = useScreenTongue()
  // the answer begun before sign-up, as it was when the card appeared
  const [begun] = useState(readFirstWords)
  const write = (words: string) => {
    dropFirstWords()
    onSay(words)
  }
  const close = (
    <button
      type="button"
      className={`ink-on-hover ${styles.close}`}
      aria-label={t('close')}
      onClick={onClose}
    >
      <Icon name="close" size={18} />
    </button>
  )
  if (hasSpoken)
    return (
      <Card tone="lamp" className={styles.card}>
        {close}
        <Text as="p" role="status" ns="welcome" k="spoken" />
      </Card>
    )
  const ways = [
    { key: 'begun', words: begun },
    { key: 'hello', words: t('hello') },
    { key: 'listening', words: t('listening') },
  ].filter(({ words }) => words)
  return (
    <Card
      tone="lamp"
      className={styles.card}
      titleId="first"
      title={<Text ns="welcome" k="here" />}
    >
      <Text as="p" className="soft small" ns="welcome" k="how" />
      <ul className={styles.chips}>
        {ways.map(({ key, words }) => (
          <li key={key}>
            <button
              type="button"
              className={`truncate ${styles.chip}`}
              dir="auto"
              onClick={() => write(words)}
            >
              {words}
            </button>
          </li>
        ))}
        {question && (
          <li>
            <button
              type="button"
              className={`truncate ${styles.chip}`}
              lang={tongue}
              onClick={() => write(`${t('answer')} `)}
            >
              {question[tongue]}
            </button>
          </li>
        )}
      </ul>
      {close}
    </Card>
  )
}
