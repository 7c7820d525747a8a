import { useDraft } from '#web/features/posts/composer/useDraft.ts'
import { useMember } from '#web/platform/session/session.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'

/** What was being written when the table ended: nobody reads it there any more, and it is not lost. */
export function BegunWords({ place }: { place: string }) {
  const { userId } = useMember()
  const { text, set } = useDraft(userId, place)
  if (!text.trim()) return null
  return (
    <div className="stack-2">
      <Field label={<Text ns="tables" k="begun" />}>
        <TextArea readOnly value={text} />
      </Field>
      <Button
        look="plain"
        size="s"
        className="at-start"
        onClick={() => {
          // what is pressed goes
          document.querySelector('main')?.focus({ preventScroll: true })
          set({ text: '' })
        }}
      >
        <Text ns="tables" k="begun_discard" />
      </Button>
    </div>
  )
}
