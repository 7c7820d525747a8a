import { ofTab, type NEWEST_LAST } from './newestLast.ts'

const KEY = 'parlour.newest-last' satisfies typeof NEWEST_LAST

// apart from `newestLast.ts`, which every room loads: only the places to choose need this

/** From the next picture on the newest posts stand last, or first again; in other tabs, too. */
export function putNewestLast(isLast: boolean): void {
  try {
    if (isLast) localStorage.setItem(KEY, 'on')
    else localStorage.removeItem(KEY)
  } catch {
    ofTab.isNewestLast = isLast
  }
  // a tab is not told of what it keeps itself
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
}
