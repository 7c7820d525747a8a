import { reopenQuestion, askForCookies } from '#web/platform/cookies/asking.ts'
import type { Locale } from '#web/text/language.ts'

export function wireCookies(): void {
  const locale = () => document.documentElement.dataset.locale as Locale
  for (const button of document.querySelectorAll('[data-cookie-settings]'))
    button.addEventListener('click', () => reopenQuestion(locale()))
  askForCookies({
    load: async () => (await import('#web/platform/cookies/banner.ts')).openBanner,
    locale,
  })
}
