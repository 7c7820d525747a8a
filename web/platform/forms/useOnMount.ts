import { useEffect, useEffectEvent } from 'react'

/** Does something once, when what it stands in appears, such as putting the focus there. */
export function useOnMount(act: () => unknown): void {
  const acts = useEffectEvent(act)
  useEffect(() => void acts(), [])
}
