import { useRef, useState } from 'react'
import { CharacterCount, countUsed } from '#web/platform/forms/CharacterCount.tsx'
import type { CallError } from '#web/platform/api/call.ts'
import { FieldText } from '#web/platform/api/ErrorText.tsx'
import { ErrorNotice } from '#web/platform/api/ErrorNotice.tsx'
import { useOnMount } from '#web/platform/forms/useOnMount.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DialogCancel } from '#web/platform/dialogs/Dialog.tsx'
import { DialogEnds } from '#web/ui/dialogs/DialogEnds.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { Field, TextArea } from '#web/ui/fields/Field.tsx'
import { ofRoom, type TextRule } from './PostComposer.tsx'

type Props = {
  rule: TextRule | undefined
  text: string
  /** What it was changed to from elsewhere since. */
  elsewhere: string | null
  onText: (text: string) => void
  onCancel: () => void
  isPending: boolean
  failure: CallError | null
  onSave: (text: string) => void
}

export function EditForm(props: Props) {
  const { rule = ofRoom, elsewhere, isPending, failure, onText, onCancel, onSave } = props
  const [text, setText] = useState(props.text)
  const box = useRef<HTMLTextAreaElement>(null)
  useOnMount(() => box.current?.focus())
  const checked = rule.schema.safeParse(text)
  const isOver = failure?.code === 'edit_too_late' || failure?.code === 'post_gone'
  const problem = checked.error?.issues[0]?.message
  return (
    <form
      className="stack-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (checked.success && !isOver) onSave(checked.data)
      }}
    >
      <Field
        label={<Text ns="posts" k="message" />}
        error={problem && <FieldText message={problem} />}
        aside={<CharacterCount used={countUsed(text, rule.most)} max={rule.most} />}
      >
        <TextArea
          ref={box}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            onText(target.value)
          }}
        />
      </Field>
      {elsewhere !== null && elsewhere !== text.trim() && (
        <Notice title={<Text ns="safety" k="edited_elsewhere" />}>
          <p className="prose" lang="" dir="auto">
            {elsewhere}
          </p>
        </Notice>
      )}
      <ErrorNotice failure={failure} />
      <DialogEnds>
        <DialogCancel onClick={onCancel} />
        <Button
          type="submit"
          pending={isPending}
          disabled={!checked.success}
          // what was pressed keeps the focus
          aria-disabled={isOver || undefined}
        >
          <Text ns="talk" k="save" />
        </Button>
      </DialogEnds>
    </form>
  )
}
