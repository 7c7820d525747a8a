import { isolateDirection } from '#contract/direction.ts'
import { loadCatalogue, type Namespace } from './catalogues.ts'
import type { Locale } from './language.ts'
import { readLimit } from './readLimit.ts'
import { everywhere, germanThroughout, LATE_GERMAN, listCatalogues } from './screenWords.ts'

export type Values = Record<string, string | number>

type Words = Partial<Record<Namespace, Record<string, string>>>
const known = { mul: {} as Words, de: {} as Words, en: {} as Words }

async function load(part: Locale, ns: Namespace): Promise<void> {
  known[part][ns] ??= await loadCatalogue(part, ns)
}

/** Fetches the words of some namespaces in a language unless they are here. */
export async function loadWords(locale: Locale, namespaces: readonly Namespace[]): Promise<void> {
  await Promise.all(
    namespaces.flatMap((ns) => listCatalogues(locale, ns).map((part) => load(part, ns))),
  )
}

/** Fetches what any screen may say; what only a German one says in German, that screen asks for. */
export async function loadFirstWords(locale: Locale): Promise<void> {
  await Promise.all(
    everywhere.flatMap((ns) =>
      listCatalogues(locale, ns)
        .filter((part) => part !== 'mul' || ns !== LATE_GERMAN)
        .map((part) => load(part, ns)),
    ),
  )
}

/** Words that come with what asks for them. */
export function teachWords(part: Locale, ns: Namespace, words: Record<string, string>): void {
  known[part][ns] = words
}

/** Between the German and the English half of words that always appear in both. */
const BOTH = ' || '

/**
 * Says a key in a language whose words are here, in halves where it always appears in both; a key
 * without words is said as it stands. Values are put in last: what stands in them is theirs.
 */
export function say(locale: Locale, ns: Namespace, key: string, values: Values = {}): string[] {
  // German and English count alike, so the mixture does too
  const counted =
    values['count'] === undefined ? key : `${key}_${values['count'] === 1 ? 'one' : 'other'}`
  for (const part of listCatalogues(locale, ns)) {
    const words = known[part][ns]
    const found = words?.[counted] ?? words?.[key]
    if (found !== undefined)
      return found
        .split(BOTH)
        .map((half) =>
          half.replace(/\{\{([\w.]+)\}\}/g, (_, name: string) =>
            isolateDirection(String(values[name] ?? readLimit(name))),
          ),
        )
  }
  return [key]
}

/** Whether the mixture says this in German. */
export const isGermanInMixture = (ns: Namespace, key: string): boolean =>
  germanThroughout.includes(ns) ||
  [key, `${key}_other`].some((one) => known.mul[ns]?.[one] !== undefined)
