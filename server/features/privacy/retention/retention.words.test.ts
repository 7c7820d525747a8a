import { expect, test } from 'vitest'
import { RetentionLine } from '#contract/privacy/dataRequests.ts'
import { retentionRules } from './retention.rules.ts'

/** An article, a section, or several, and the law they are of. */
const CITED = { de: /(Art\.|§).*\d.* [A-Z]/, en: /(Art\.|sections?).*\d.* [A-Z]/ }

test.each(Object.entries(retentionRules))(
  '%s says what it is about, what happens, and by which law, in both languages',
  (_, { data, act, law }) => {
    expect(data).toMatch(/^[a-z]/)
    expect(RetentionLine.shape.act.safeParse(act)).toMatchObject({ success: true })
    expect(law.de).toMatch(CITED.de)
    expect(law.en).toMatch(CITED.en)
  },
)
