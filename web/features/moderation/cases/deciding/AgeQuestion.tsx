import type { ReactNode } from 'react'
import { askAge, type CaseFile } from '#contract/moderation/cases.ts'
import { limits } from '#contract/limits.ts'
import { call, CallError } from '#web/platform/api/call.ts'
import { ErrorText } from '#web/platform/api/ErrorText.tsx'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { useAct } from '#web/platform/reauthentication/useAct.tsx'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Overtaken } from '#web/features/moderation/cases/Overtaken.tsx'
import styles from '#web/features/moderation/cases/cases.module.css'

type Props = { file: CaseFile; onSettled: (words: ReactNode) => Promise<void> }

/** Whether its member is of age: what is known, and the way to ask for an ID where nobody can tell. */
export function AgeQuestion({ file, onSettled }: Props) {
  const { run, isPending, failure, proof } = useAct()
  const { age, about, state, refusal } = file
  if (state === 'decided' || refusal || !about) return null
  const ask = () =>
    run(async () => {
      try {
        await call(askAge, { params: { caseId: file.id }, query: { version: file.version } })
      } catch (error) {
        const code = error instanceof CallError ? error.code : null
        if (code === 'already_decided') return onSettled(<Overtaken caseId={file.id} />)
        if (code === 'more_reported') return onSettled(<ErrorText failure={error} />)
        throw error
      }
      await onSettled(<Text ns="moderation" k="ask_age_done" />)
    })
  return (
    <Card titleId="age" title={<Text ns="moderation" k="age" />}>
      <p>
        <Text
          ns="moderation"
          k={age ? `age_${age}_text` : 'age_open_text'}
          values={{ days: limits.ageProofDays }}
        />
      </p>
      {age !== 'asked' && (
        <>
          <ErrorNotice failure={failure} />
          <Button
            className={styles.act}
            look="quiet"
            pending={isPending}
            disabled={file.keepOutRefusal !== null}
            onClick={() => void ask()}
          >
            <Text ns="moderation" k={age ? 'ask_age' : 'ask_age_now'} />
          </Button>
          {proof}
        </>
      )}
    </Card>
  )
}
