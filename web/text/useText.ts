import { useMemo } from 'react'
import type { Key, Namespace } from './catalogues.ts'
import { useClub } from './club.ts'
import { useLocale } from './i18n.ts'
import { type Tongue } from './language.ts'
import { useScreenTongue } from './Screen.tsx'
import { followsScreen } from './screenWords.ts'
import { isGermanInMixture, say, type Values } from './words.ts'

export type { Values } from './words.ts'

type Part = { tongue: Tongue; words: string }

/** The words of one namespace, in the language of this person and, in the mixture, of this text. */
export function useText<N extends Namespace>(ns: N) {
  const locale = useLocale()
  const screen = useScreenTongue()
  const { name: product } = useClub()

  return useMemo(() => {
    const spoken = locale === 'mul' && followsScreen.includes(ns) && screen === 'en' ? 'en' : locale
    const raw = (key: Key<N>, values?: Values) => say(spoken, ns, key, { product, ...values })

    /** What language a text is in; of a text in both, the first. */
    const langOf = (key: Key<N>): Tongue =>
      spoken !== 'mul' ? spoken : isGermanInMixture(ns, key) ? 'de' : 'en'
    const t = (key: Key<N>, values?: Values): string => raw(key, values).join(' / ')
    const partsOf = (key: Key<N>, values?: Values): Part[] => {
      const [first = '', second] = raw(key, values)
      if (second === undefined) return [{ tongue: langOf(key), words: first }]
      return [
        { tongue: 'de', words: first },
        { tongue: 'en', words: second },
      ]
    }
    /** `lang` for an element that holds only this text; nothing when it is the screen's own. */
    const langAttribute = (key: Key<N>) => (langOf(key) === screen ? undefined : langOf(key))
    return { t, langOf, langAttribute, partsOf }
  }, [ns, locale, screen, product])
}
