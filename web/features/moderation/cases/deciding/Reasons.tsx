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
      <p className="prose" lang="" dir="auto">
        {facts}
      </p>
    )}
  </>
)
