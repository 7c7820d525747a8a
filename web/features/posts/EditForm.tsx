import { useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { PostText } from '#contract/textFields.ts'
import { cleanText, codePoints } from '#contract/words.ts'
import { CharacterCount } from '#web/platform/CharacterCount.tsx'
import { FieldText } from '#web/platform/ErrorText.tsx'
import { useAtFirst } from '#web/platform/useAtFirst.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import styles from './OwnPostDialog.module.css'

type Props = { text: string; isPending: boolean; onSave: (text: string) => void }

export function EditForm({ text: before, isPending, onSave }: Props) {
  const [text, setText] = useState(before)
  const box = useRef<HTMLTextAreaElement>(null)
  useAtFirst(() => box.current?.focus())
  const checked = PostText.safeParse(text)
  const problem = checked.error?.issues[0]?.message
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (checked.success) onSave(checked.data)
      }}
    >
      <Field
        label={<Text ns="posts" k="message" />}
        error={problem && <FieldText message={problem} />}
        aside={<CharacterCount used={codePoints(cleanText(text).trim())} max={limits.postText} />}
      >
        <TextArea ref={box} value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      <Button type="submit" pending={isPending} disabled={!checked.success}>
        <Text ns="posts" k="save" />
      </Button>
    </form>
  )
}
