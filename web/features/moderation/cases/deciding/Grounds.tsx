// Rule and facts of a decision, as Art. 17 (3) DSA wants them and as the member reads them.
import { useId, useRef } from 'react'
import type { CaseFile } from '#contract/moderation/cases.ts'
import { limits } from '#contract/limits.ts'
import { countKept } from '#contract/words.ts'
import { CharacterCount } from '#web/platform/forms/CharacterCount.tsx'
import { ReadySentences } from '#web/platform/forms/ReadySentences.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Field, Select, TextInput, TextArea } from '#web/ui/fields/Field.tsx'
import { Choice, Choices } from './Choices.tsx'
import type { DecisionDraft, DraftProblems } from './draft.ts'
import { listBeginnings, listRules } from './houseRules.ts'
import { ReaderLanguage } from './ReaderLanguage.tsx'
import { WordsProblem } from './WordsProblem.tsx'

type Props = {
  draft: DecisionDraft
  problems: DraftProblems
  /** In which the member reads it. */
  language: CaseFile['language']
  onChange: (more: Partial<DecisionDraft>) => void
}

/** Laws that come up most; any other can be typed. */
const LAWS = ['law_insult', 'law_threat', 'law_image', 'law_stalking', 'law_fraud'] as const

export function Grounds({ draft, problems, language, onChange }: Props) {
  const { t } = useText('moderation')
  const id = useId()
  const written = useRef<HTMLTextAreaElement>(null)
  const { ground, rule, facts } = draft
  const reader = language ?? 'de'
  const rules = listRules(reader)
  // one that was written down before
  const known = rule && !rules.includes(rule) ? [rule, ...rules] : rules
  return (
    <>
      <Choices legend={<Text ns="moderation" k="ground" />}>
        {(['terms', 'law'] as const).map((one) => (
          <Choice
            key={one}
            name="ground"
            isChosen={ground === one}
            onChoose={() => one !== ground && onChange({ ground: one, rule: '' })}
            label={<Text ns="moderation" k={`ground_${one}`} />}
          />
        ))}
      </Choices>
      <Field
        label={<Text ns="moderation" k="rule" />}
        hint={ground === 'law' && <Text ns="moderation" k="rule_hint" />}
        error={problems.rule && <WordsProblem wrong={problems.rule} max={limits.statementRule} />}
      >
        {ground === 'law' ? (
          <TextInput
            required
            list={id}
            autoComplete="off"
            value={rule}
            onChange={({ target }) => onChange({ rule: target.value })}
          />
        ) : (
          <Select required value={rule} onChange={({ target }) => onChange({ rule: target.value })}>
            <option value="" disabled>
              {t('choose')}
            </option>
            {known.map((one) => (
              <option key={one} lang={reader}>
                {one}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <datalist id={id}>
        {LAWS.map((one) => (
          <option key={one}>{t(one)}</option>
        ))}
      </datalist>
      <ReadySentences
        label={t('begin')}
        sentences={listBeginnings(reader)}
        lang={reader}
        field={written}
        said={<Text ns="moderation" k="begun" />}
      />
      <Field
        label={<Text ns="moderation" k="facts" />}
        hint={
          <>
            <Text ns="moderation" k="facts_hint" />
            <ReaderLanguage language={language} />
          </>
        }
        error={
          problems.facts && <WordsProblem wrong={problems.facts} max={limits.statementFacts} />
        }
        aside={<CharacterCount used={countKept(facts)} max={limits.statementFacts} />}
      >
        <TextArea
          ref={written}
          rows={4}
          required
          value={facts}
          onChange={({ target }) => onChange({ facts: target.value })}
        />
      </Field>
    </>
  )
}
