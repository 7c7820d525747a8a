import { useId } from 'react'
import type { CaseFile } from '#contract/moderation/cases.ts'
import { limits } from '#contract/limits.ts'
import { codePoints } from '#contract/words.ts'
import { CharacterCount } from '#web/platform/forms/CharacterCount.tsx'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'
import { Field } from '#web/ui/fields/Field.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { TextInput } from '#web/ui/fields/TextInput.tsx'
import { Choice, Choices } from './Choices.tsx'
import type { DecisionDraft, DraftProblems } from './draft.ts'
import { Reads } from './Reads.tsx'
import { WordsProblem } from './WordsProblem.tsx'

type Props = {
  draft: DecisionDraft
  problems: DraftProblems
  /** In which the member reads it. */
  language: CaseFile['language']
  onChange: (more: Partial<DecisionDraft>) => void
}

/** Those of the house, and of the law, that come up most; any other can be typed. */
const RULES = {
  terms: ['rule_kind', 'rule_pictures', 'rule_discretion', 'rule_honest', 'rule_adults'],
  law: ['law_insult', 'law_threat', 'law_image', 'law_stalking', 'law_fraud'],
} as const

/** Rule and facts, as Art. 17 (3) DSA wants them and as the member reads them. */
export function Grounds({ draft, problems, language, onChange }: Props) {
  const { t } = useText('moderation')
  const id = useId()
  const { ground, rule, facts } = draft
  return (
    <>
      <Choices legend={<Text ns="moderation" k="ground" />}>
        {(['terms', 'law'] as const).map((one) => (
          <Choice
            key={one}
            name="ground"
            isChosen={ground === one}
            onChoose={() => onChange({ ground: one })}
            label={<Text ns="moderation" k={`ground_${one}`} />}
          />
        ))}
      </Choices>
      <Field
        label={<Text ns="moderation" k="rule" />}
        hint={<Text ns="moderation" k="rule_hint" />}
        error={problems.rule && <WordsProblem wrong={problems.rule} max={limits.statementRule} />}
      >
        <TextInput
          required
          list={id}
          autoComplete="off"
          value={rule}
          onChange={({ target }) => onChange({ rule: target.value })}
        />
      </Field>
      <datalist id={id}>
        {RULES[ground].map((one) => (
          <option key={one}>{t(one)}</option>
        ))}
      </datalist>
      <Field
        label={<Text ns="moderation" k="facts" />}
        hint={
          <>
            <Text ns="moderation" k="facts_hint" />
            <Reads language={language} />
          </>
        }
        error={
          problems.facts && <WordsProblem wrong={problems.facts} max={limits.statementFacts} />
        }
        aside={<CharacterCount used={codePoints(facts.trim())} max={limits.statementFacts} />}
      >
        <TextArea
          rows={4}
          required
          value={facts}
          onChange={({ target }) => onChange({ facts: target.value })}
        />
      </Field>
    </>
  )
}
