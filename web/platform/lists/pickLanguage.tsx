import type { Locale } from '#web/text/language.ts'
import { chooseLanguage } from '#web/text/i18n.ts'
import { Text } from '#web/text/Text.tsx'
import { addToast } from '#web/ui/feedback/toastQueue.ts'

/** The words of another language come from the server: where they do not, it says so, and the choice waits for the next visit. */
export const pickLanguage = (locale: Locale): Promise<void> =>
  chooseLanguage(locale).catch(() =>
    addToast({ title: <Text ns="errors" k="FETCH_ERROR" />, tone: 'danger' }),
  )
