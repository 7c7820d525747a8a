import { useDraft } from '#web/features/posts/composer/useDraft.ts'
import { useMember } from '#web/platform/session/session.ts'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import styles from './TablePage.module.css'

/** What was being written when the table ended: nobody reads it there any more, and it is not lost. */
export function BegunWords({ place }: { place: string }) {
  const { userId } = useMember()
  const { t } = useText('tables')
  const [draft, below] = [useDraft(userId, place), useDraft(userId, `${place}.below`)]
  const begun = [draft.text, below.text].filter((text) => text.trim()).join('\n\n')
  if (!begun) return null
  return (
    <details className={styles.begun}>
      <summary>
        <Text ns="tables" k="begun" />
      </summary>
      <div className="stack-2">
        <TextArea readOnly aria-label={t('begun')} value={begun} />
        <Button
          look="plain"
          size="s"
          className="at-start"
          onClick={() => {
            // what is pressed goes
            document.querySelector('main')?.focus({ preventScroll: true })
            for (const { set } of [draft, below]) set({ text: '', replyTo: null })
          }}
        >
          <Text ns="tables" k="begun_discard" />
        </Button>
      </div>
    </details>
  )
}
