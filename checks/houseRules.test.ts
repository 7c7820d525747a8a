import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { houseRules } from '#web/features/moderation/cases/deciding/houseRules.ts'

/** What it says of consequences is no rule that somebody breaks. */
const NO_RULE = 'consequences'

test.each(['de', 'en'] as const)(
  'the rules of a decision are the headings of the house rules (%s)',
  (language) => {
    const text = readFileSync(`legal/rules.${language}.md`, 'utf8')
    const headings = [...text.matchAll(/^## (.+) \{#(\w+)\}$/gm)]
    expect(headings.length).toBeGreaterThan(3)
    expect(houseRules.map((rule) => rule[language])).toEqual(
      headings.filter(([, , id]) => id !== NO_RULE).map(([, heading]) => heading),
    )
  },
)
