import type { CaseFile } from '#contract/moderation/cases.ts'

type Reader = NonNullable<CaseFile['language']>
type Said = Record<Reader, string>

/** The headings of the house rules, as `legal/rules.*.md` has them; `checks/houseRules.test.ts` compares. */
export const houseRules: readonly Said[] = [
  { de: 'Seien Sie freundlich', en: 'Be kind' },
  { de: 'Bilder und Texte', en: 'Pictures and words' },
  {
    de: 'Was im Raum gesagt wird, bleibt im Raum',
    en: 'What is said in the room stays in the room',
  },
  { de: 'Seien Sie echt', en: 'Be real' },
  { de: 'Passen Sie auf sich auf', en: 'Look after yourself' },
]

const ADULTS: Said = { de: 'AGB, nur für Erwachsene ab 18', en: 'Terms, adults only from 18' }

/** What may be chosen as the rule, as the member reads it. */
export const listRules = (reader: Reader): string[] => [
  ...houseRules.map(({ [reader]: heading }) =>
    reader === 'de' ? `Hausregeln, „${heading}“` : `House rules, “${heading}”`,
  ),
  ADULTS[reader],
]

/** How the facts may begin, as the member reads them; what happened is written by hand. */
export const listBeginnings = (reader: Reader): string[] => BEGINNINGS.map((one) => one[reader])

const BEGINNINGS: readonly Said[] = [
  {
    de: 'In Ihrem Beitrag haben Sie ein anderes Mitglied herabgesetzt:',
    en: 'In your post you belittled another member:',
  },
  {
    de: 'Sie haben weitergeschrieben, obwohl Ihnen jemand Nein gesagt hatte:',
    en: 'You went on writing although somebody had told you no:',
  },
  {
    de: 'Sie haben etwas gezeigt, das hier nicht gezeigt werden darf:',
    en: 'You showed something that must not be shown here:',
  },
]
