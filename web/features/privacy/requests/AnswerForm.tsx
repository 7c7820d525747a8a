// Answers and closes a data request; only here can a birthdate be corrected, which no member can change.
import type { KeyboardEvent } from 'react'
import { birthdateProblem, parseGermanDate } from '#contract/admission/birthdate.ts'
import { answerRequest, type RequestLine } from '#contract/privacy/dataRequests.ts'
import { readDate } from '#web/platform/forms/birthdate.mask.ts'
import { BirthdateInput } from '#web/platform/forms/BirthdateInput.tsx'
import { call } from '#web/platform/api/call.ts'
import { useAttempt } from '#web/platform/reauthentication/useAttempt.tsx'
import { FormEnd } from '#web/platform/forms/FormEnd.tsx'
import { useCallForm } from '#web/platform/forms/useCallForm.ts'
import { useSession } from '#web/platform/session/session.ts'
import type { Key } from '#web/text/catalogues.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import type { Drafts } from './RequestDesk.tsx'
import { explainOvertaken, formFailure } from './whatIsOver.ts'
import { wordsProblem, WordsField } from './WordsField.tsx'

export type AnswerDraft = { answer: string; birthdate: string }

type Props = {
  request: RequestLine
  drafts: Drafts
  takesFocus: boolean
  onSettled: (words: Key<'rights'>) => Promise<void>
  onClose: () => void
}

/** `TT.MM.JJJJ`, also of a date that was never left; empty where nothing is to change. */
const toDate = (birthdate: string) => readDate(birthdate) ?? birthdate.trim()

/** As at sign-up, but that somebody too young may be found out here. */
const isWrongDay = (day: string, now: Date) =>
  day !== '' && birthdateProblem(day, now) === 'birthdate_invalid'

export function AnswerForm({ request, drafts, takesFocus, onSettled, onClose }: Props) {
  const { id: requestId, number, kind } = request
  const { t } = useText('rights')
  const { clubNow } = useSession()
  const { attempt, proof } = useAttempt()
  const form = useCallForm<AnswerDraft>({
    defaults: drafts.answers.get(requestId) ?? { answer: '', birthdate: '' },
    check: ({ answer, birthdate }) => {
      const wrong = wordsProblem(answer)
      return {
        ...(wrong && { answer: wrong }),
        ...(isWrongDay(toDate(birthdate), clubNow()) && { birthdate: 'birthdate_wrong' }),
      }
    },
    changed: (draft) => drafts.answers.set(requestId, draft),
    send: async ({ answer, birthdate }) => {
      const day = parseGermanDate(toDate(birthdate))
      const body = { answer, ...(day && { birthdate: day }) }
      const isDone = await attempt(() =>
        drafts.answers.send(requestId, () => call(answerRequest, { params: { requestId }, body })),
      )
      if (isDone) await onSettled('answer_done')
    },
    refused: (error) => {
      const over = explainOvertaken(error)
      if (over) void onSettled(over)
      const isDay = error.body?.errors?.some(({ path }) => path === 'birthdate')
      return isDay ? { birthdate: 'birthdate_wrong' } : {}
    },
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  }
  return (
    <>
      <form {...form.props} className="stack-3">
        <WordsField
          takesFocus={takesFocus}
          label={<Text ns="rights" k="answer_label" values={{ number }} />}
          hint={<Text ns="rights" k="answer_hint" />}
          problem={form.problem('answer')}
          onKeyDown={onKeyDown}
          {...form.register('answer')}
        />
        {kind === 'rectification' && (
          <Field
            label={<Text ns="rights" k="birthdate" />}
            hint={<Text ns="rights" k="birthdate_hint" />}
            error={form.problem('birthdate') && <Text ns="rights" k="birthdate_wrong" />}
          >
            <BirthdateInput
              autoComplete="off"
              placeholder={t('birthdate_form')}
              onKeyDown={onKeyDown}
              {...form.register('birthdate')}
            />
          </Field>
        )}
        <FormEnd failure={formFailure(form.failure)} isPending={form.isPending} onClose={onClose}>
          <Text ns="rights" k="answer_send" />
        </FormEnd>
      </form>
      {proof}
    </>
  )
}
