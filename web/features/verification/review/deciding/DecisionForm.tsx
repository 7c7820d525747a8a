// Where an admin decides about an identity document: the checklist, the note and the two ways it can end.
import { useId, useRef, type KeyboardEvent, type RefObject } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { countKept } from '#contract/words.ts'
import { checklist, type getSubmission } from '#contract/verification/review.ts'
import { CharacterCount } from '#web/platform/forms/CharacterCount.tsx'
import { ReadySentences } from '#web/platform/forms/ReadySentences.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Field, TextArea } from '#web/ui/fields/Field.tsx'
import { listBeginnings } from './beginnings.ts'
import { isComplete, type approvalProblem, type ReviewDraft } from './draft.ts'
import type { useDecision } from './useDecision.ts'
import { KeyHint } from '#web/ui/KeyHint.tsx'
import styles from './DecisionForm.module.css'

type Props = {
  /** In which the member reads the note; null when nobody is left, nothing from a server of the release before. */
  language: AnswerOf<typeof getSubmission>['language'] | undefined
  form: RefObject<HTMLFormElement | null>
  draft: ReviewDraft
  onDraft: (draft: ReviewDraft) => void
  decision: ReturnType<typeof useDecision>
  problem: ReturnType<typeof approvalProblem>
  onApprove: () => void
  onReject: () => void
}

export function DecisionForm({
  language,
  form,
  draft,
  onDraft,
  decision,
  problem,
  onApprove,
  onReject,
}: Props) {
  const id = useId()
  const note = useRef<HTMLTextAreaElement>(null)
  const { t } = useText('review')
  const reader = language ?? 'de'
  const { pending, noteProblem } = decision
  const used = countKept(draft.note)
  const rejectByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    onReject()
  }

  return (
    <form
      ref={form}
      className={`stack-5 ${styles.form}`}
      onSubmit={(event) => event.preventDefault()}
    >
      <fieldset className={styles.checklist} aria-describedby={`${id}-hint`}>
        <Text as="legend" ns="review" k="checklist" />
        {checklist.map((one, at) => (
          <Checkbox
            key={one}
            name={one}
            checked={draft.checks[one]}
            aria-keyshortcuts={String(at + 1)}
            label={
              <span className={styles.check}>
                <Text ns="review" k={`check_${one}`} />
                <KeyHint>{at + 1}</KeyHint>
              </span>
            }
            onChange={({ target }) =>
              onDraft({ ...draft, checks: { ...draft.checks, [one]: target.checked } })
            }
          />
        ))}
        <p
          id={`${id}-hint`}
          className={`soft small ${styles.hint}`}
          data-problem={(problem !== null && problem !== 'approve_unseen') || undefined}
        >
          <Text ns="review" k={problem ?? 'checklist_hint'} />
        </p>
      </fieldset>
      <div className={`stack-4 ${styles.verdict}`}>
        <ReadySentences
          label={t('begin')}
          sentences={listBeginnings(reader)}
          lang={reader}
          field={note}
          said={<Text ns="review" k="begun" />}
          className={styles.begin}
        />
        <Field
          label={<Text ns="review" k="note" />}
          hint={<Text ns="review" k={language ? `note_hint_${language}` : 'note_hint'} />}
          error={
            noteProblem && <Text ns="review" k={noteProblem} values={{ max: limits.reviewNote }} />
          }
          aside={<CharacterCount used={used} max={limits.reviewNote} />}
        >
          <TextArea
            ref={note}
            name="note"
            value={draft.note}
            aria-keyshortcuts="x"
            onChange={({ target }) => onDraft({ ...draft, note: target.value })}
            onKeyDown={rejectByKey}
          />
        </Field>
        <Checkbox
          name="isMinor"
          checked={draft.isMinor}
          label={<Text ns="review" k="is_minor" />}
          hint={<Text ns="review" k="is_minor_hint" />}
          onChange={({ target }) => onDraft({ ...draft, isMinor: target.checked })}
        />
        <div className={`row-3 ${styles.acts}`}>
          <Button
            look="danger"
            pending={pending === 'rejected'}
            disabled={pending === 'verified'}
            onClick={onReject}
          >
            <Text ns="review" k="reject" />
          </Button>
          <Button
            pending={pending === 'verified'}
            disabled={pending === 'rejected'}
            // within reach, so that its reason is, too
            aria-disabled={problem !== null || !isComplete(draft) || undefined}
            aria-describedby={`${id}-hint`}
            aria-keyshortcuts="a"
            onClick={onApprove}
          >
            <Text ns="review" k="approve" />
          </Button>
        </div>
      </div>
    </form>
  )
}
