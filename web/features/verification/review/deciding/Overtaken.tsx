import { Text, useText } from '#web/text/Text.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'

type Props = { reviewer: string | null; note: string }

/** Somebody else decided while one was looking, or oneself in another window: what was put down no longer counts. */
export function Overtaken({ reviewer, note }: Props) {
  const { t } = useText('review')
  return (
    <Notice
      title={<Text ns="review" k="overtaken" values={{ name: reviewer ?? t('reviewer_gone') }} />}
    >
      {note.trim() !== '' && (
        <>
          <Text as="p" ns="review" k="overtaken_note" />
          <p lang="" dir="auto">
            {note}
          </p>
        </>
      )}
    </Notice>
  )
}
