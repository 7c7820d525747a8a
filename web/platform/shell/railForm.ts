import { useSyncExternalStore } from 'react'

const KEY = 'parlour.rail'
const FOLDED = 'folded'
const watches = new Set<() => void>()
let isFolded = read()
show()

function read(): boolean {
  try {
    return localStorage.getItem(KEY) === FOLDED
  } catch {
    return false
  }
}

/** As in `ui/styles/tokens.css`, which gives it its width. */
function show(): void {
  globalThis.document?.documentElement.toggleAttribute('data-folded', isFolded)
}

/** Whether somebody folded the rail of their desk to its icons; kept on the device. */
export const useRailFolded = (): boolean => useSyncExternalStore(onRailFolded, isRailFolded)

const isRailFolded = () => isFolded

function onRailFolded(listener: () => void): () => void {
  watches.add(listener)
  return () => void watches.delete(listener)
}

export function foldRail(wish: boolean): void {
  isFolded = wish
  try {
    if (wish) localStorage.setItem(KEY, FOLDED)
    else localStorage.removeItem(KEY)
  } catch {
    // storage refused or full: it lasts as long as the page
  }
  show()
  for (const listener of watches) listener()
}
