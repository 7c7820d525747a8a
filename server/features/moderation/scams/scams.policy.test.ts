import { expect, test } from 'vitest'
import { namesScam } from './scams.policy.ts'

test.each(['Romance scam', 'No FRAUD', '§ 5 Betrug', '§ 5 Betrüger', 'Abzocke'])(
  'a rule called %s is about fraud',
  (rule) => {
    expect(namesScam(rule)).toBe(true)
  },
)

test.each(['§ 3 Respect', 'Betrag', ''])('a rule called %s is not', (rule) => {
  expect(namesScam(rule)).toBe(false)
})
