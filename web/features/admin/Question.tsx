// One icebreaker at the admins' desk: change its words, choose or free a day for it, or put it away.
import { useId, useRef, useState, type ReactElement } from 'react'
import {
  chooseQuestion,
  freeDay,
  retireQuestion,
  saveQuestion,
  type QuestionLine,
} from '#contract/rooms/icebreakers.ts'
import { call, CallError } from '#web/platform/api/call.ts'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { pickChanged } from '#web/platform/forms/pickChanged.ts'
import { formatDay } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field, TextInput } from '#web/ui/fields/Field.tsx'
import { Dialog } from '#web/platform/dialogs/Dialog.tsx'
import { StatusMessage, useStatusMessage } from '#web/ui/feedback/StatusMessage.tsx'
import { QuestionForm } from './QuestionForm.tsx'
import { RowMenu } from './RowMenu.tsx'
import { useOnce } from './useOnce.ts'
import styles from './house.module.css'

type Props = {
  line: QuestionLine
  /** The day it is in Berlin. */
  today: string
  isToday: boolean
  /** Called as the window to change it opens and closes. */
  onWriting: (isOpen: boolean) => void
  onDone: (words: ReactElement) => Promise<void>
}

export function Question({ line, today, isToday, onWriting, onDone }: Props) {
  const { id: questionId, question, isRetired, askedOn, chosenFor } = line
  const id = useId()
  const { t } = useText('house')
  const tongue = useScreenTongue()
  const { run, isPending, failure } = useOnce()
  const [shown, setShown] = useState<'menu' | 'form' | null>(null)
  const [day, setDay] = useState(today)
  const opener = useRef<HTMLButtonElement>(null)
  const [chosen, setChosen] = useStatusMessage()
  /** Whether words were changed that nobody has saved: the window stays for them. */
  const isUnsaved = useRef(false)
  /** A save without an answer may have been stored: the next one says both languages. */
  const isUnsure = useRef(false)
  /** As it was when the window was opened, or last saved: what differs from it was changed here. */
  const [before, setBefore] = useState(question)
  const params = { questionId }
  const show = (next: typeof shown) => {
    setShown(next)
    onWriting(next === 'form')
  }
  const edit = () => {
    show('form')
    setChosen(null)
    isUnsaved.current = false
    setBefore(question)
  }
  const retire = () =>
    run(async () => {
      await call(retireQuestion, { params, body: { isRetired: !isRetired } })
      show(null)
      await onDone(<Text ns="house" k={isRetired ? 'question_restored' : 'question_retired'} />)
    })
  const choose = () =>
    run(async () => {
      await call(chooseQuestion, { params: { day }, body: params })
      const words = <OnDay k="question_chosen" day={day} />
      if (isUnsaved.current) setChosen(words)
      else show(null)
      await onDone(words)
    })
  const free = (given: string) =>
    run(async () => {
      await call(freeDay, { params: { day: given } })
      show(null)
      await onDone(<OnDay k="day_freed" day={given} />)
    })
  return (
    <tr>
      <th id={id} scope="row" lang="de" className={styles.said}>
        {question.de}
      </th>
      <td lang="en" className={styles.said}>
        {question.en}
      </td>
      <td className={styles.when}>
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
        {chosenFor.map((given) => (
          <Badge key={given} tone="accent">
            <Text ns="house" k="chosen_for" values={{ day: formatDay(given, tongue) }} />
          </Badge>
        ))}
        {askedOn && !isToday && chosenFor.length === 0 && (
          <span className={styles.soft}>
            <Text ns="house" k="asked_on" values={{ day: formatDay(askedOn, tongue) }} />
          </span>
        )}
      </td>
      <td className={styles.more}>
        <RowMenu
          label={t('question_acts')}
          describedBy={id}
          title={<span lang="de">{question.de}</span>}
          isOpen={shown === 'menu'}
          onOpenChange={(next) => show(next ? 'menu' : null)}
          isPending={isPending}
          failure={failure}
          opener={opener}
          returnTo={() => (shown === 'form' ? null : opener.current)}
          acts={[
            {
              key: 'edit',
              words: <Text ns="house" k="question_edit" />,
              onAct: edit,
            },
            ...chosenFor.map((given) => ({
              key: given,
              words: <Text ns="house" k="day_free" values={{ day: formatDay(given, tongue) }} />,
              onAct: () => free(given),
            })),
            {
              key: 'retire',
              words: <Text ns="house" k={isRetired ? 'question_restore' : 'question_retire'} />,
              onAct: retire,
            },
          ]}
        />
        <Dialog
          open={shown === 'form'}
          onOpenChange={(next) => next || show(null)}
          isBusy={isPending}
          title={<Text ns="house" k="edit" />}
          returnTo={() => opener.current}
        >
          <QuestionForm
            question={before}
            submit="save"
            onUnsaved={(isIt) => (isUnsaved.current = isIt)}
            send={async (body, { isStill }) => {
              const changed = isUnsure.current ? body : pickChanged(before, body)
              await call(saveQuestion, { params, body: changed }).catch((error: unknown) => {
                // a refusal is an answer: nothing of it was stored
                if (!(error instanceof CallError && error.body)) isUnsure.current = true
                throw error
              })
              isUnsure.current = false
              setBefore(body)
              // what was written meanwhile is not saved yet
              const words = <Text ns="house" k="question_saved" />
              if (isStill()) show(null)
              else setChosen(words)
              await onDone(words)
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
            <Button look="quiet" pending={isPending} onClick={() => day && void choose()}>
              <Text ns="house" k="question_choose" />
            </Button>
          </div>
          <StatusMessage>{chosen}</StatusMessage>
          <ErrorNotice failure={failure} />
        </Dialog>
      </td>
    </tr>
  )
}

type OnDayProps = { k: 'question_chosen' | 'day_freed'; day: string }

/** What was done with a day, in the language it is read in. */
const OnDay = ({ k, day }: OnDayProps) => (
  <Text ns="house" k={k} values={{ day: formatDay(day, useScreenTongue()) }} />
)
