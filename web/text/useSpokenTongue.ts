import { useLocale } from './i18n.ts'
import type { Tongue } from './language.ts'

/** The one language of a page that is written in both and shown in one; English in the mixture. */
export function useSpokenTongue(): Tongue {
  const locale = useLocale()
  return locale === 'mul' ? 'en' : locale
}
