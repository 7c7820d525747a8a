import { Text } from '#web/text/Text.tsx'
import styles from './frame.module.css'

const MOST_SHOWN = 99

type Props = {
  count: number
  /** What it stands beside says the number in words. */
  isSaid?: boolean
}

/** How much is new: to the eye a number, to the ear words. */
export const Count = ({ count, isSaid }: Props) =>
  count > 0 && (
    // another number is animated again
    <span key={count} className={styles.count} data-count="">
      <span aria-hidden="true">{count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}</span>
      {!isSaid && (
        <Text as="span" className="visually-hidden" ns="shell" k="nav_new" values={{ count }} />
      )}
    </span>
  )
