import { useId, useRef, useState } from 'react'
import {
  chooseQuestion,
  freeDay,
  retireQuestion,
  saveQuestion,
  type QuestionLine,
} from '#contract/rooms/icebreakers.ts'
import { call } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { formatDay } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { TextInput } from '#web/ui/fields/TextInput.tsx'
import { QuestionForm } from './QuestionForm.tsx'
import { useOnce } from './useOnce.ts'
import styles from './admin.module.css'

type Props = {
  line: QuestionLine
  /** The day it is in Berlin. */
  today: string
  isToday: boolean
  onDone: (words: string) => Promise<void>
}

/** One question: change its words, give it a day, or put it away. */
export function Question({ line, today, isToday, onDone }: Props) {
  const { id: questionId, question, isRetired, askedOn, chosenFor } = line
  const id = useId()
  const { t } = useText('house')
  const tongue = useScreenTongue()
  const { run, isPending, failure } = useOnce()
  const [isOpen, setOpen] = useState(false)
  const [day, setDay] = useState(today)
  const editing = useRef<HTMLButtonElement>(null)
  const params = { questionId }
  const retire = () =>
    run(async () => {
      await call(retireQuestion, { params, body: { isRetired: !isRetired } })
      await onDone(t(isRetired ? 'question_restored' : 'question_retired'))
    })
  const choose = () =>
    run(async () => {
      await call(chooseQuestion, { params: { day }, body: params })
      await onDone(t('question_chosen', { day: formatDay(day, tongue) }))
    })
  const free = (given: string) =>
    run(async () => {
      await call(freeDay, { params: { day: given } })
      await onDone(t('day_freed', { day: formatDay(given, tongue) }))
    })
  return (
    <li className={styles.line}>
      <div className={styles.head}>
        <p id={id} lang="de">
          {question.de}
        </p>
        {isToday && (
          <Badge tone="lamp">
            <Text ns="house" k="is_today" />
          </Badge>
        )}
        {isRetired && (
          <Badge>
            <Text ns="house" k="is_retired" />
          </Badge>
        )}
      </div>
      <p lang="en" className={styles.soft}>
        {question.en}
      </p>
      {askedOn && !isToday && (
        <p className={styles.soft}>
          <Text ns="house" k="asked_on" values={{ day: formatDay(askedOn, tongue) }} />
        </p>
      )}
      {chosenFor.map((given) => (
        <p key={given} className={styles.head}>
          <Text ns="house" k="chosen_for" values={{ day: formatDay(given, tongue) }} />
          <Button look="plain" size="s" aria-describedby={id} onClick={() => void free(given)}>
            <Text ns="house" k="day_free" values={{ day: formatDay(given, tongue) }} />
          </Button>
        </p>
      ))}
      <ErrorNotice failure={failure} />
      <div className={styles.acts}>
        <Button
          ref={editing}
          look="quiet"
          size="s"
          aria-expanded={isOpen}
          aria-describedby={id}
          onClick={() => setOpen(!isOpen)}
        >
          <Text ns="house" k="edit" />
        </Button>
        <Button
          look="plain"
          size="s"
          pending={isPending}
          aria-describedby={id}
          onClick={() => void retire()}
        >
          <Text ns="house" k={isRetired ? 'question_restore' : 'question_retire'} />
        </Button>
      </div>
      {isOpen && (
        <>
          <QuestionForm
            question={question}
            submit="save"
            send={async (body) => {
              await call(saveQuestion, { params, body })
              setOpen(false)
              await onDone(t('question_saved'))
              editing.current?.focus()
            }}
          />
          <div className={styles.tools}>
            <Field label={<Text ns="house" k="day" />} hint={<Text ns="house" k="day_hint" />}>
              <TextInput
                type="date"
                min={today}
                value={day}
                onChange={({ target }) => setDay(target.value)}
              />
            </Field>
            <Button look="quiet" onClick={() => day && void choose()}>
              <Text ns="house" k="question_choose" />
            </Button>
          </div>
        </>
      )}
    </li>
  )
}
