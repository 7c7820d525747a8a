import { loadCatalogue, type Files, type Namespace } from './catalogues.ts'
import type { Locale } from './language.ts'

export type Values = Record<string, string | number>

const known: Partial<Record<Locale, Files>> = {}

/** The mixture is the German words the specification gives, above the English ones. */
const LAYERS = { mul: ['mul', 'en'], de: ['de'], en: ['en'] } as const

/** Fetches the words of a language unless they are here. */
export async function loadWords(locale: Locale): Promise<void> {
  await Promise.all(LAYERS[locale].map(async (part) => (known[part] ??= await loadCatalogue(part))))
}

/** Says a key in a language whose words are here; a key without words is said as it stands. */
export function say(locale: Locale, ns: Namespace, key: string, values: Values = {}): string {
  // German and English count alike, so the mixture does too
  const counted =
    values['count'] === undefined ? key : `${key}_${values['count'] === 1 ? 'one' : 'other'}`
  for (const part of LAYERS[locale]) {
    const words = known[part]?.[ns]
    const found = words?.[counted] ?? words?.[key]
    if (found !== undefined)
      return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
  }
  return key
}

/** Whether the mixture says this in German. */
export const isGermanInMixture = (ns: Namespace, key: string): boolean =>
  [key, `${key}_other`].some((one) => known.mul?.[ns]?.[one] !== undefined)
