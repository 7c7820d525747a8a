import { useLocation, useNavigate } from 'react-router'
import { useEffect, useEffectEvent } from 'react'
import { paths } from '#web/paths.ts'
import { useKeys } from '#web/platform/shortcuts/shortcuts.ts'
import { findNeighbour, findNextNew, type OwnRooms } from './useOwnRooms.ts'

type Ways = {
  rooms: OwnRooms
  /** The room shown, if it is one. */
  slug: string | null
  onShow: (about: 'jump' | 'keys') => void
}

/** What leads from any screen to another by a press: with a modifier also while somebody types. */
export function useFrameKeys({ rooms, slug, onShow }: Ways): void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useKeys({
    '/': () => void navigate(paths.search),
    // the desk has a list of its own
    '?': () => (pathname.startsWith(paths.adminStart) ? false : onShow('keys')),
  })
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isMod = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
    if (isMod && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      return onShow('jump')
    }
    if (!event.altKey || event.ctrlKey || event.metaKey) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
    if (!step || document.querySelector('[role="dialog"]:not([data-closed])')) return
    const next =
      event.shiftKey && step === 1 ? findNextNew(rooms, slug) : findNeighbour(rooms, slug, step)
    event.preventDefault()
    if (next) void navigate(paths.room(next.slug))
  })
  useEffect(() => {
    const listening = new AbortController()
    document.addEventListener('keydown', (event) => press(event), { signal: listening.signal })
    return () => listening.abort()
  }, [])
}
