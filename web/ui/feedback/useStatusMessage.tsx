import { Fragment, useState, type ReactNode } from 'react'

/** The content of a `StatusMessage`, and how to set it. Setting the same words again has them read out again. */
export function useStatusMessage(): [status: ReactNode, setStatus: (words: ReactNode) => void] {
  const [last, setLast] = useState<{ words: ReactNode; times: number }>({ words: null, times: 0 })
  const status = <Fragment key={last.times}>{last.words}</Fragment>
  return [status, (words) => setLast(({ times }) => ({ words, times: times + 1 }))]
}
