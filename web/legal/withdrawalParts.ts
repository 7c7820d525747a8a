import { pages } from '#contract/pages.ts'
import {
  modelWithdrawalForm,
  withdrawalInstruction,
  type Offerer,
} from '#contract/billing/withdrawalTexts.ts'
import type { Tongue } from '#web/text/language.ts'
import type { LegalPart } from './legalText.ts'

/** The server fills these in; the mail of an order carries the same words with the same facts. */
const offerer: Offerer = {
  operator: {
    OPERATOR_NAME: '%OPERATOR_NAME%',
    OPERATOR_ADDRESS: '%OPERATOR_ADDRESS_LINE%',
    OPERATOR_EMAIL: '%OPERATOR_EMAIL%',
    OPERATOR_PHONE: '%OPERATOR_PHONE%',
  },
  clubName: '{product}',
  withdrawalUrl: `[%PUBLIC_URL%${pages.withdrawal.path}](${pages.withdrawal.path})`,
}

/** The instruction on withdrawal, paragraph by paragraph, each part under its name. */
export function instructionParts(lang: Tongue): LegalPart[] {
  const { title, sections } = withdrawalInstruction[lang](offerer)
  return sections.flatMap((part, at) => [
    at === 0 ? `${title}. ${part.title}:` : `${part.title}:`,
    ...part.paragraphs,
  ])
}

/** The model form, under its name; its lines to be filled in end with their names. */
export function modelFormParts(lang: Tongue): LegalPart[] {
  const { title, sections } = modelWithdrawalForm[lang](offerer)
  const [note = '', ...lines] = sections.flatMap(({ paragraphs }) => paragraphs)
  return [`${title} ${note}`, lines.map((line) => line.replace(/: _+$/, ''))]
}
