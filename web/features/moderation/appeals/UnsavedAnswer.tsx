import { UnsavedWords } from '#web/features/moderation/cases/deciding/UnsavedWords.tsx'
import { useAnswerDraft } from './useAnswerDraft.ts'

type Props = { appealId: string; onDiscard: () => void }

/** What somebody was writing when an appeal was answered without them. */
export function UnsavedAnswer({ appealId, onDiscard }: Props) {
  const [answer, setAnswer] = useAnswerDraft(appealId)
  if (answer.trim() === '') return null
  const discard = () => {
    setAnswer('')
    onDiscard()
  }
  const draft = { rule: '', facts: answer }
  return <UnsavedWords id={`unsaved-${appealId}`} draft={draft} onDiscard={discard} />
}
