import { Fragment, type ElementType } from 'react'
import type { Key, Namespace } from './catalogues.ts'
import { useScreenTongue } from './Screen.tsx'
import { useText, type Values } from './useText.ts'

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
