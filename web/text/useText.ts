import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Key, Namespace } from './catalogues.ts'
import { useClub } from './club.ts'
import { currentLocale, i18n, TAG } from './i18n.ts'
import { type Tongue } from './language.ts'
import { useScreenTongue } from './Screen.tsx'

export type Values = Record<string, string | number>
type Part = { tongue: Tongue; words: string }

/** Words of the frame that the specification leaves open follow the language of their screen. */
const FOLLOWS_SCREEN = new Set<Namespace>(['shell'])

/** Between the German and the English half of words that always appear in both. */
const BOTH = ' || '

/** The words of one namespace, in the language of this person and, in the mixture, of this text. */
export function useText<N extends Namespace>(ns: N) {
  useTranslation()
  const locale = currentLocale()
  const screen = useScreenTongue()
  const { name: product } = useClub()

  return useMemo(() => {
    const tag = locale === 'mul' && FOLLOWS_SCREEN.has(ns) && screen === 'en' ? 'en' : TAG[locale]
    const raw = (key: Key<N>, values: Values = {}) =>
      (i18n.t as (key: string, options: object) => string)(key, {
        ns,
        lng: tag,
        product,
        ...values,
      })

    /** What language a text is in; of a text in both, the first. */
    const langOf = (key: Key<N>): Tongue =>
      tag !== TAG.mul ? tag : hasGerman(ns, key) ? 'de' : 'en'
    const t = (key: Key<N>, values?: Values): string => raw(key, values).replace(BOTH, ' / ')
    const partsOf = (key: Key<N>, values?: Values): Part[] => {
      const [first = '', second] = raw(key, values).split(BOTH)
      if (second === undefined) return [{ tongue: langOf(key), words: first }]
      return [
        { tongue: 'de', words: first },
        { tongue: 'en', words: second },
      ]
    }
    /** `lang` for an element that holds only this text; nothing when it is the screen's own. */
    const langAttribute = (key: Key<N>) => (langOf(key) === screen ? undefined : langOf(key))
    return { t, langOf, langAttribute, partsOf }
    // The catalogues of a language arrive before it becomes current, so its name stands for them.
  }, [ns, locale, screen, product])
}

function hasGerman(ns: Namespace, key: string): boolean {
  return [key, `${key}_other`].some((one) => i18n.getResource(TAG.mul, ns, one) !== undefined)
}
