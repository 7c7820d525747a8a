import { Fragment } from 'react'
import type { Key, Namespace } from './catalogues.ts'
import { useScreenTongue } from './Screen.tsx'
import { useText, type Values } from './useText.ts'

type Props<N extends Namespace> = { ns: N; k: Key<N>; values?: Values }

/** Words from the catalogue, marked with their language where it is not the screen's. */
export function Text<N extends Namespace>({ ns, k, values }: Props<N>) {
  const { partsOf } = useText(ns)
  const screen = useScreenTongue()
  return partsOf(k, values).map(({ tongue, words }, index) => (
    <Fragment key={tongue}>
      {index > 0 && ' / '}
      {tongue === screen ? words : <span lang={tongue}>{words}</span>}
    </Fragment>
  ))
}
