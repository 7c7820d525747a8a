import { useState, type ReactNode } from 'react'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from '#web/platform/forms/stepForm.module.css'
import { StepHeading } from '#web/platform/forms/StepHeading.tsx'

type Props = {
  onConfirmed: () => void
  /** What they come with. */
  children: ReactNode
}

/** The first step of the sign-up. */
export function AgeStep({ onConfirmed, children }: Props) {
  const [isAdult, setIsAdult] = useState(false)
  return (
    <>
      <header className={styles.header}>
        <p className={styles.step}>
          <Text ns="signup" k="signup_step" values={{ step: 1 }} />
        </p>
        <StepHeading>
          <Text ns="signup" k="signup_title" />
        </StepHeading>
        <p className={styles.lead}>
          <Text ns="signup" k="signup_age_text" />
        </p>
      </header>
      {children}
      <Card>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            if (isAdult) onConfirmed()
          }}
        >
          <Checkbox
            label={<Text ns="signup" k="signup_is_adult" />}
            checked={isAdult}
            onChange={(event) => setIsAdult(event.target.checked)}
          />
          <Button type="submit" wide disabled={!isAdult}>
            <Text ns="signup" k="signup_next" />
          </Button>
        </form>
      </Card>
    </>
  )
}
