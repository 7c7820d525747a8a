import { pages } from '#contract/pages.ts'
import {
  modelWithdrawalForm,
  withdrawalInstruction,
  type WithdrawalWords,
} from '#contract/billing/withdrawalTexts.ts'
import { clubSettings } from '#server/features/settings/settings.ts'
import type { App } from '#server/platform/context.ts'
import type { Sheet } from '#server/platform/print/sheet.ts'
import { readTerms } from '#server/platform/site/site.editions.ts'
import type { Agreed } from './receipts.queries.ts'
import type { ReceiptLanguage } from './receipts.text.ts'
import type { SubscriptionRow } from '#server/features/billing/subscriptions/subscription.queries.ts'

const NAMES = {
  de: { terms: 'AGB', instruction: 'Widerrufsbelehrung', form: 'Muster-Widerrufsformular' },
  en: { terms: 'Terms', instruction: 'Instructions-on-withdrawal', form: 'Withdrawal-form' },
}

/** What goes with the confirmation of a contract to be kept (§ 312f (2) BGB): terms, instruction, form. */
export async function contractPapers(
  app: App,
  { language, text }: ReceiptLanguage,
  { row, agreed }: { row: SubscriptionRow; agreed: Agreed },
): Promise<Sheet[]> {
  const { config, siteFolder } = app
  const { admission } = await clubSettings(app)
  const version = row.termsVersion
  const terms = await readTerms(siteFolder, { ...config, admission }, { language, version })
  const { operator, clubName, publicUrl } = config
  const offerer = { operator, clubName, withdrawalUrl: publicUrl + pages.withdrawal.path }
  const names = NAMES[language]
  const common = {
    language,
    writtenAt: row.orderedAt,
    sender: [operator.OPERATOR_NAME, ...operator.OPERATOR_ADDRESS.split(/\s*,\s*/)],
    foot: [],
  }
  const paper = (name: string, words: WithdrawalWords): Sheet => ({
    ...common,
    ...words,
    name,
    facts: [],
  })
  return [
    {
      ...common,
      name: `${names.terms}-${version}`,
      title: terms.title,
      facts: [
        [text('contract.confirmed.version'), version],
        ...(agreed.termsHash
          ? ([[text('contract.confirmed.hash'), agreed.termsHash]] as const)
          : []),
      ],
      sections: terms.sections,
    },
    paper(names.instruction, withdrawalInstruction[language](offerer)),
    paper(names.form, modelWithdrawalForm[language](offerer)),
  ]
}
