import { useEffect, useState } from 'react'

/**
 * Whether a part that helps, and that nobody misses, is here: fetched when it is first wanted, and
 * tried again with each `sign` while it could not be had. The screen goes on without it.
 */
export function useQuietPart(
  { preload }: { preload: () => Promise<boolean> },
  isWanted: boolean,
  sign: string,
): boolean {
  const [isHere, setHere] = useState(false)
  useEffect(() => {
    if (!isWanted || isHere) return
    // also when it loads after it is no longer wanted: what it says about a quick action is still shown
    void preload().then((came) => came && setHere(true))
  }, [preload, isWanted, isHere, sign])
  return isHere
}
