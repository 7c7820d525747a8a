import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { addPasskey, startPasskey } from '#contract/accounts/secondFactor.ts'
import { call } from '#web/platform/api/call.ts'
import {
  PasskeyProblem,
  withPasskeys,
  type PasskeyTrouble,
} from '#web/platform/reauthentication/passkeyProblem.ts'
import { useAttempt } from '#web/platform/reauthentication/useAttempt.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { NameForm } from '#web/features/accounts/settings/NameForm.tsx'

type Props = {
  /** Which one it is, for the name it is suggested. */
  number: number
  onCancel: () => void
  onAdded: (added: AnswerOf<typeof addPasskey>) => void
}

/** Has the browser make a passkey and the club keep its public half. */
export function AddPasskey({ number, onCancel, onAdded }: Props) {
  const { t } = useText('security')
  const { attempt, proof } = useAttempt()
  const [trouble, setTrouble] = useState<PasskeyTrouble | null>(null)
  const [suggested] = useState(() => t('passkey_suggested', { number }))

  const add = async (name: string) => {
    const { makePasskey } = await withPasskeys()
    const answer = await makePasskey(await call(startPasskey, {}))
    onAdded(await call(addPasskey, { body: { ...answer, name } }))
  }
  const send = async (name: string) => {
    setTrouble(null)
    try {
      await attempt(() => add(name))
    } catch (error) {
      if (!(error instanceof PasskeyProblem)) throw error
      setTrouble(error.trouble)
    }
  }
  return (
    <>
      <NameForm
        name={suggested}
        words="passkey_make"
        trouble={trouble && trouble !== 'stopped' && <Trouble trouble={trouble} />}
        onCancel={onCancel}
        send={send}
      />
      {proof}
    </>
  )
}

const Trouble = ({ trouble }: { trouble: Exclude<PasskeyTrouble, 'stopped'> }) => (
  <Notice tone={trouble === 'failed' ? 'danger' : 'info'}>
    {trouble === 'failed' ? (
      <Text ns="factors" k="passkey_failed" />
    ) : (
      <Text ns="security" k={trouble === 'known' ? 'passkey_known' : 'passkey_not_made'} />
    )}
  </Notice>
)
