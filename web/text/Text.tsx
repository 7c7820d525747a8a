// Words on the screen, from the catalogues: in the language of their reader, marked where it is not the screen’s.
import { Fragment, type ElementType, useMemo } from 'react'
import type { Key, Namespace } from './catalogues.ts'
import { useScreenTongue } from './Screen.tsx'
import { useClub } from './club.ts'
import { useLocale } from './i18n.ts'
import type { Tongue } from './language.ts'
import { followsScreen } from './screenWords.ts'
import { isGermanInMixture, say, type Values } from './words.ts'

type Line = 'p' | 'h1' | 'h2' | 'h3' | 'h4' | 'legend' | 'summary'
type Cell = 'li' | 'dt' | 'dd' | 'td'
type Phrase = 'span' | 'strong' | 'small'

type Props<N extends Namespace> = {
  ns: N
  k: Key<N>
  values?: Values
  /** What of the values stays on one line; the number of a case would break at its hyphens. */
  unbroken?: string
  /** The element that holds these words and nothing else; without one they stand in the text around them. */
  as?: Line | Cell | Phrase
  id?: string
  role?: 'status'
  className?: string | undefined
}

/** Words from the catalogue, marked with their language where it is not the screen's. */
export function Text<N extends Namespace>({ ns, k, values, unbroken, as, ...rest }: Props<N>) {
  const { partsOf } = useText(ns)
  const screen = useScreenTongue()
  const shown = (words: string) => (unbroken ? <Whole {...{ words, unbroken }} /> : words)
  const Element: ElementType = as ?? Fragment
  return (
    <Element {...rest}>
      {partsOf(k, values).map(({ tongue, words }, index) => (
        <Fragment key={tongue}>
          {index > 0 && ' / '}
          {tongue === screen ? shown(words) : <span lang={tongue}>{shown(words)}</span>}
        </Fragment>
      ))}
    </Element>
  )
}

const Whole = ({ words, unbroken }: { words: string; unbroken: string }) =>
  words.split(unbroken).map((rest, index) => (
    <Fragment key={index}>
      {index > 0 && <span className="unbroken">{unbroken}</span>}
      {rest}
    </Fragment>
  ))

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
