import i18next, { type i18n as I18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { club, onClubChanged } from './club.ts'
import { loadCatalogue } from './catalogues.ts'
import { initialLocale, rememberedLanguage, rememberLanguage, type Locale } from './language.ts'

/**
 * `Intl` does not know `mul` and would count plurals by the device's own language, so the mixture is
 * registered under a German tag; its missing words fall back to English, which counts alike.
 */
export const TAG = { mul: 'de-x-mul', de: 'de', en: 'en' } as const satisfies Record<Locale, string>

/** The mixture is the German words the specification gives, above the English ones. */
const NEEDED = { mul: ['mul', 'en'], de: ['de'], en: ['en'] } as const

export const i18n: I18n = i18next.createInstance()

export const currentLocale = (): Locale =>
  i18n.language === TAG.mul ? 'mul' : i18n.language === 'de' ? 'de' : 'en'

/** Loads the words of the first screen. Rendering before it resolves would flash keys. */
export async function startText(locale = initialLocale(club().defaultLanguage)): Promise<void> {
  await i18n.use(initReactI18next).init({
    lng: TAG[locale],
    fallbackLng: { [TAG.mul]: ['en'], default: [] },
    load: 'currentOnly',
    resources: {},
    ns: [],
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false, bindI18nStore: 'added' },
  })
  await load(locale)
  onClubChanged(() => {
    if (!rememberedLanguage()) void applyLanguage(initialLocale(club().defaultLanguage))
  })
}

async function load(locale: Locale): Promise<void> {
  await Promise.all(
    NEEDED[locale].map(async (part) => {
      if (i18n.hasResourceBundle(TAG[part], 'shell')) return
      const words = await loadCatalogue(part)
      for (const [ns, bundle] of Object.entries(words))
        i18n.addResourceBundle(TAG[part], ns, bundle)
    }),
  )
}

/** Shows another language, for instance the one kept with the account, without choosing it anew. */
export async function applyLanguage(locale: Locale): Promise<void> {
  if (locale === currentLocale()) return
  await load(locale)
  await i18n.changeLanguage(TAG[locale])
}

const listeners = new Set<(locale: Locale) => void>()

/** Called when the person chooses a language; the session keeps it with the account. */
export function onLanguageChosen(listener: (locale: Locale) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export async function chooseLanguage(locale: Locale): Promise<void> {
  rememberLanguage(locale)
  await applyLanguage(locale)
  for (const listener of listeners) listener(locale)
}
