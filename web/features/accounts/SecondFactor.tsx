import type { Session } from '#contract/accounts/session.ts'
import { logInWithFactor, startSecondFactor } from '#contract/accounts/secondFactor.ts'
import { call, CallError } from '#web/platform/api/call.ts'
import {
  FactorForm,
  type Factor,
  type FactorAnswer,
} from '#web/platform/reauthentication/FactorForm.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from '#web/platform/forms/stepForm.module.css'

type Props = {
  factors: readonly Factor[]
  onLoggedIn: (session: Session) => void
  /** The right password is too long ago, or was given in another browser. */
  onExpired: () => void
  onBack: () => void
}

/** After the right password: what else shows that it is them. */
export function SecondFactor({ factors, onLoggedIn, onExpired, onBack }: Props) {
  const inTime = async <T,>(request: Promise<T>): Promise<T> => {
    try {
      return await request
    } catch (error) {
      if (error instanceof CallError && error.code === 'log_in_expired') onExpired()
      throw error
    }
  }
  const send = async (body: FactorAnswer) =>
    onLoggedIn((await inTime(call(logInWithFactor, { body }))).session)

  return (
    <>
      <header className="stack-2">
        <Text as="h1" ns="factors" k="step_title" />
        <Text as="p" className="soft" ns="factors" k="step_text" />
      </header>
      <Card>
        <FactorForm
          factors={factors}
          challenge={() => inTime(call(startSecondFactor, {}))}
          send={send}
        />
      </Card>
      <div className={styles.ways}>
        <Button look="plain" onClick={onBack}>
          <Text ns="factors" k="back_to_log_in" />
        </Button>
      </div>
    </>
  )
}
