import styles from '#web/features/moderation/cases/cases.module.css'

type Props = { rule: string | null; facts: string | null }

/** The rule and the facts of a decision, in whatever language they were written. */
export const Reasons = ({ rule, facts }: Props) => (
  <>
    {rule && (
      <p lang="" dir="auto">
        {rule}
      </p>
    )}
    {facts && (
      <p className={styles.words} lang="" dir="auto">
        {facts}
      </p>
    )}
  </>
)
