import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { addToast } from '#web/ui/feedback/toastQueue.ts'

type Props = { text: string; onDone: () => void }

/** One of the acts in a menu of a post: takes its words along. Needs the words of `safety`. */
export function CopyAct({ text, onDone }: Props) {
  const copy = async () => {
    onDone()
    try {
      await navigator.clipboard.writeText(text)
      addToast({ title: <Text ns="safety" k="copied" />, tone: 'success' })
    } catch {
      // refused, or no way to: nothing was taken along
      addToast({ title: <Text ns="safety" k="copy_failed" />, tone: 'danger' })
    }
  }
  return (
    <Button look="plain" wide onClick={() => void copy()}>
      <Text ns="safety" k="copy" />
    </Button>
  )
}
