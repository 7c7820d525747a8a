import { useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { startPasskeyProof } from '#contract/accounts/secondFactor.ts'
import type { PasskeyAnswer } from '#contract/accounts/security.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FactorFailure } from './FactorFailure.tsx'
import { withPasskeys } from './passkeyProblem.ts'

type Props = {
  failure: unknown
  onFailure: (failure: unknown) => void
  challenge: () => Promise<AnswerOf<typeof startPasskeyProof>>
  send: (answer: PasskeyAnswer) => Promise<void>
}

export function PasskeyButton({ failure, onFailure, challenge, send }: Props) {
  const [isPending, setPending] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])

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
