import { useSyncExternalStore } from 'react'
import { isStored } from '#web/platform/discretion/discretion.ts'

export const NEWEST_LAST = 'parlour.newest-last'

/** Where storage is refused: the choice lasts as long as the tab. */
export const ofTab = { isNewestLast: false }

/** Whether the newest posts of a room stand last, as in a chat, and not first; kept on the device. */
export const isNewestLast = (): boolean => ofTab.isNewestLast || isStored(NEWEST_LAST)

export const useNewestLast = (): boolean => useSyncExternalStore(watchStorage, isNewestLast)

function watchStorage(listener: () => void): () => void {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}
