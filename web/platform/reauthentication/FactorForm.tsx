// Where somebody shows a second factor: a passkey, a code of an app, or a recovery code.
import { useRef, useState, type ReactNode } from 'react'
import type { logIn } from '#contract/accounts/auth.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { startPasskeyProof } from '#contract/accounts/secondFactor.ts'
import type { PasskeyAnswer } from '#contract/accounts/security.ts'
import { useOnMount } from '#web/platform/forms/useOnMount.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CodeForm } from './CodeForm.tsx'
import { FactorFailure } from './FactorFailure.tsx'
import styles from './reauthentication.module.css'
import { knowsPasskeys } from './knowsPasskeys.ts'
import { withPasskeys } from './passkeyProblem.ts'

export type Factor = AnswerOf<typeof logIn>['factors'][number]
export type FactorAnswer = { code: string } | { passkey: PasskeyAnswer }

type Props = {
  /** What this account can show. */
  factors: readonly Factor[]
  challenge: () => Promise<AnswerOf<typeof startPasskeyProof>>
  /** Rejects where it is not accepted. */
  send: (answer: FactorAnswer) => Promise<void>
  /** Another way, beside the button. */
  aside?: ReactNode
}

export function FactorForm({ factors, challenge, send, aside }: Props) {
  const hasPasskey = factors.includes('passkey') && knowsPasskeys()
  const hasApp = factors.includes('totp')
  const hasRecovery = factors.includes('recovery_code')
  const [isRecovery, setRecovery] = useState(hasRecovery && !hasApp && !hasPasskey)
  const [isTurned, setTurned] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const turn = (toRecovery: boolean) => {
    setRecovery(toRecovery)
    setTurned(true)
    setFailure(null)
  }
  const kind = isRecovery ? 'recovery' : hasApp ? 'app' : null

  return (
    <div className="stack-4">
      {hasPasskey && (
        <PasskeyButton
          failure={failure}
          onFailure={setFailure}
          challenge={challenge}
          send={(passkey) => send({ passkey })}
        />
      )}
      {hasPasskey && kind && (
        <Text as="p" className={`soft small ${styles.or}`} ns="factors" k="or" />
      )}
      {kind && (
        <CodeForm
          key={kind}
          kind={kind}
          isMain={!hasPasskey}
          takesFocus={!hasPasskey || isTurned}
          send={(code) => send({ code })}
          onTry={() => setFailure(null)}
        />
      )}
      {!hasPasskey && !kind && <NoWay />}
      <div className={styles.others}>
        {hasRecovery && !isRecovery && (
          <Button look="plain" onClick={() => turn(true)}>
            <Text ns="factors" k="to_recovery" />
          </Button>
        )}
        {isRecovery && hasApp && (
          <Button look="plain" onClick={() => turn(false)}>
            <Text ns="factors" k="to_app" />
          </Button>
        )}
        {aside}
      </div>
    </div>
  )
}

function NoWay() {
  const words = useRef<HTMLParagraphElement>(null)
  useOnMount(() => words.current?.focus())
  return (
    <p ref={words} tabIndex={-1}>
      <Text ns="factors" k="passkey_unknown" />
    </p>
  )
}

type PasskeyProps = {
  failure: unknown
  onFailure: (failure: unknown) => void
  challenge: () => Promise<AnswerOf<typeof startPasskeyProof>>
  send: (answer: PasskeyAnswer) => Promise<void>
}

function PasskeyButton({ failure, onFailure, challenge, send }: PasskeyProps) {
  const [isPending, setPending] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useOnMount(() => button.current?.focus())

  const use = async () => {
    setPending(true)
    onFailure(null)
    try {
      const { presentPasskey } = await withPasskeys()
      const options = await challenge()
      // not asked after the member moved to another page
      if (button.current) await send(await presentPasskey(options))
    } catch (error) {
      onFailure(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <>
      <Button ref={button} wide pending={isPending} onClick={() => void use()}>
        <Text ns="factors" k="passkey_use" />
      </Button>
      <FactorFailure failure={failure} />
    </>
  )
}
