// Where staff grant or refuse an appeal and say why; the words are needed before either.
import { useState } from 'react'
import { decideAppeal, type AppealLine } from '#contract/moderation/appeals.ts'
import { limits } from '#contract/limits.ts'
import { countKept } from '#contract/words.ts'
import { call, CallError } from '#web/platform/api/call.ts'
import { CharacterCount } from '#web/platform/forms/CharacterCount.tsx'
import { useAct } from '#web/platform/reauthentication/useAct.tsx'
import type { TabDrafts } from '#web/platform/session/useTabDrafts.ts'
import type { Key } from '#web/text/catalogues.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field, TextArea } from '#web/ui/fields/Field.tsx'
import { LiftFailure } from '#web/features/moderation/cases/deciding/LiftFailure.tsx'
import { ReaderLanguage } from '#web/features/moderation/cases/deciding/ReaderLanguage.tsx'
import { WordsProblem } from '#web/features/moderation/cases/deciding/WordsProblem.tsx'
import styles from '#web/features/moderation/cases/cases.module.css'

export type AppealReply = { answer: string }
export const answerDrafts = {
  place: 'appeal-answer',
  empty: { answer: '' },
  wordsIn: ({ answer }: AppealReply) => answer,
}

type Props = {
  appeal: AppealLine
  drafts: TabDrafts<AppealReply>
  onSettled: (words: Key<'moderation'>) => Promise<void>
}

export function AppealAnswer({
  appeal: { id: appealId, number, against, language },
  drafts,
  onSettled,
}: Props) {
  const { t } = useText('moderation')
  const { run, isPending, failure, proof } = useAct()
  const [{ answer }, setDraft] = useState(() => drafts.get(appealId) ?? answerDrafts.empty)
  const change = (next: AppealReply) => {
    setDraft(next)
    drafts.set(appealId, next)
  }
  const [isTried, setTried] = useState(false)
  const length = countKept(answer)
  const wrong = length === 0 ? 'text_missing' : length > limits.appealText ? 'text_too_long' : null

  const decide = (isGranted: boolean, form: HTMLElement | null) => {
    setTried(true)
    if (wrong) return form?.querySelector('textarea')?.focus()
    void run(async () => {
      try {
        await drafts.send(appealId, () =>
          call(decideAppeal, { params: { appealId }, body: { isGranted, answer } }),
        )
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'already_decided') throw error
        return onSettled('appeal_decided_before')
      }
      setDraft(answerDrafts.empty)
      setTried(false)
      await onSettled(isGranted ? 'appeal_granted' : 'appeal_refused')
    })
  }
  return (
    <>
      <div className="stack-4">
        <Field
          label={<Text ns="moderation" k="answer_label" values={{ number }} />}
          hint={
            <>
              <Text ns="moderation" k={`answer_hint_${against}`} />
              <ReaderLanguage language={language} />
            </>
          }
          error={isTried && wrong && <WordsProblem wrong={wrong} max={limits.appealText} />}
          aside={<CharacterCount used={length} max={limits.appealText} />}
        >
          <TextArea
            rows={4}
            required
            value={answer}
            onChange={({ target }) => change({ answer: target.value })}
          />
        </Field>
        <LiftFailure failure={failure} />
        <div className={`row-2 ${styles.acts}`}>
          {([true, false] as const).map((isGranted) => (
            <Button
              key={String(isGranted)}
              look={isGranted ? 'primary' : 'quiet'}
              pending={isPending}
              aria-label={t(isGranted ? 'grant_named' : 'refuse_named', { number })}
              onClick={({ currentTarget }) => decide(isGranted, currentTarget.closest('article'))}
            >
              <Text ns="moderation" k={isGranted ? 'grant' : 'refuse'} />
            </Button>
          ))}
        </div>
      </div>
      {proof}
    </>
  )
}
