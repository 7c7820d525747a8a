import { useState } from 'react'
import { Text } from '#web/text/Text.tsx'

type Words = 'admitted' | 'gone' | 'declined' | 'revoked'

/** What was last done here, for a status line. */
export function useTold() {
  const [last, setLast] = useState<{ k: Words; count: number } | null>(null)
  const told = last && <Text ns="admission" k={last.k} values={{ count: last.count }} />
  return { told, tell: (k: Words, count = 1) => setLast({ k, count }) }
}
