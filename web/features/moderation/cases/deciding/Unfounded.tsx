import type { CaseFile } from '#contract/moderation/cases.ts'
import { Text } from '#web/text/Text.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Choices } from './Choices.tsx'
import type { DecisionDraft } from './draft.ts'

type Props = {
  file: CaseFile
  draft: DecisionDraft
  onChange: (more: Partial<DecisionDraft>) => void
}

/** Reports nobody can have meant: counted against those who made them, after a warning (Art. 23 DSA). */
export function Unfounded({ file: { latest }, draft: { unfounded }, onChange }: Props) {
  const theirs = latest.filter(({ reporter }) => reporter !== null)
  if (theirs.length === 0) return null
  return (
    <Choices
      legend={<Text ns="moderation" k="unfounded_legend" />}
      hint={<Text ns="moderation" k="unfounded_hint" />}
    >
      {theirs.map(({ id, number, reporter }) => (
        <Checkbox
          key={id}
          checked={unfounded.includes(id)}
          onChange={({ target }) =>
            onChange({
              unfounded: target.checked
                ? [...unfounded, id]
                : unfounded.filter((one) => one !== id),
            })
          }
          label={
            <>
              {number} · <span lang="">{reporter?.username}</span>
            </>
          }
        />
      ))}
    </Choices>
  )
}
