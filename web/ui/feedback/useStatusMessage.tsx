import { Fragment, useState, type ReactNode } from 'react'

/** What was last told here of an act (`Told`): words that are the same once more are said once more. */
export function useStatusMessage(): [told: ReactNode, tell: (words: ReactNode) => void] {
  const [last, setLast] = useState<{ words: ReactNode; times: number }>({ words: null, times: 0 })
  const told = <Fragment key={last.times}>{last.words}</Fragment>
  return [told, (words) => setLast(({ times }) => ({ words, times: times + 1 }))]
}
