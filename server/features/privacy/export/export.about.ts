import { retention, type Period, type RetentionRule } from '#contract/privacy/retention.ts'
import { exportTranslator, type ExportWords } from '#server/text/exportWords.ts'
import type { MailLanguage } from '#server/text/words.ts'
import { isPersonal, type Exclusion } from '#server/features/privacy/register/register.shape.ts'
import { register, type Section } from '#server/features/privacy/register/register.ts'

/** Whose copy it is, and of when. */
export type Copy = {
  userId: string
  club: string
  at: Date
  language: MailLanguage
  say: ExportWords
}

export const describeCopy = (of: Omit<Copy, 'say'>): Copy => ({
  ...of,
  say: exportTranslator(of.language),
})

const inWords = (say: ExportWords, rule: RetentionRule): string => {
  const { amount, unit }: Period = retention[rule]
  return say(`period.${unit}`, { count: amount })
}

/** What is said of a part besides its rows. */
export function aboutSection({ say }: Copy, { entry }: Section) {
  const { purpose } = entry
  return {
    purpose,
    purposeInWords: say(`purposes.${purpose}.what`),
    legalBasis: say(`purposes.${purpose}.basis`),
    keptAtMost: [...new Set(entry.retentionRules.map((rule) => inWords(say, rule)))],
  }
}

type LeftOut = { table: string; column: string; why: Exclusion; whyInWords: string }

/** Every column that says something of a person and is in no part, and why. */
export const listExcluded = ({ say }: Copy): LeftOut[] =>
  Object.entries(register).flatMap(([table, entry]) =>
    isPersonal(entry)
      ? Object.entries(entry.columns).flatMap(([column, what]) =>
          what.is === 'excluded'
            ? [{ table, column, why: what.why, whyInWords: say(`leftOut.${what.why}`) }]
            : [],
        )
      : [],
  )
