// The navigation around every screen of members: rail or tabs, the window to jump, and the shortcuts.
import {
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useBellCount } from '#web/features/notifications/useBellCount.ts'
import { paths } from '#web/paths.ts'
import { useFits } from '#web/platform/shell/useFits.ts'
import { useKeys } from '#web/platform/shortcuts/shortcuts.ts'
import { withWords } from '#web/text/i18n.ts'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { Rail } from './rail/Rail.tsx'
import { useOwnRooms, findNeighbour, findNextNew, type OwnRooms } from './useOwnRooms.ts'
import styles from './frame.module.css'

/** Of phones alone, and of no talk there, so that nobody else fetches them. */
const tabs = lazyPart(async () => (await import('./Tabs.tsx')).Tabs)

/** Windows over the screen, fetched when they are first asked for. */
const windows = lazyPart(async () => {
  const part = await withWords(['navigation'], import('./FrameWindow.tsx'))
  return part.FrameWindow
})

/** Stays while it takes its leave. */
type Shown = { about: 'jump' | 'keys' | null; times: number; isOpen: boolean }

type Props = {
  /** In the place of the club's own, where it has room for words. */
  rail?: ReactNode
}

/** The navigation on every screen of members: a rail at the left, on a phone tabs at the foot. */
export function MembersNavigation({ rail }: Props) {
  const { pathname } = useLocation()
  const hasRail = useFits('rail')
  const hasWords = useFits('words')
  const rooms = useOwnRooms()
  const news = useBellCount()
  const [shown, setShown] = useState<Shown>({ about: null, times: 0, isOpen: false })
  const typed = useRef('')
  const show = (about: 'jump' | 'keys') => {
    typed.current = ''
    // started over each time
    setShown(({ times }) => ({ about, times: times + 1, isOpen: true }))
  }
  const slug = findSlug(pathname)
  // on a phone a room or table needs the foot of the screen for its composer
  const isTalk = slug !== null || pathname.startsWith(paths.table(''))
  useFrameKeys({ rooms, slug, onShow: show })
  return (
    <>
      {rail && hasWords ? (
        rail
      ) : hasRail ? (
        <Rail
          {...{ rooms, news }}
          onJump={() => show('jump')}
          onJumpNear={() => void windows.preload()}
        />
      ) : (
        !isTalk && (
          // their place is there before them, so that nothing moves
          <Suspense fallback={<div className={styles.tabs} />}>
            <tabs.Part {...{ rooms, news }} />
          </Suspense>
        )
      )}
      {shown.about && (
        <Suspense fallback={shown.about === 'jump' && <KeptLetters typed={typed} />}>
          <windows.Part
            key={shown.times}
            about={shown.about}
            isOpen={shown.isOpen}
            rooms={rooms}
            typed={typed}
            onClose={() => setShown((last) => ({ ...last, isOpen: false }))}
          />
        </Suspense>
      )}
    </>
  )
}

/** The room shown, if it is one. */
function findSlug(pathname: string): string | null {
  const beginning = paths.room('')
  return pathname.startsWith(beginning) ? pathname.slice(beginning.length) : null
}

/** In the place of the window while it is fetched: what is typed meanwhile is meant for its field, and for nothing else. */
function KeptLetters({ typed }: { typed: RefObject<string> }) {
  useEffect(() => {
    const listening = new AbortController()
    const onKeyDown = (event: KeyboardEvent) => {
      const { key } = event
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (key === 'Backspace') typed.current = typed.current.slice(0, -1)
      else if ([...key].length === 1) typed.current += key
      else return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    // stops when something is clicked, to type there
    window.addEventListener('pointerdown', () => listening.abort(), { signal: listening.signal })
    window.addEventListener('keydown', onKeyDown, { capture: true, signal: listening.signal })
    return () => listening.abort()
  }, [typed])
  return null
}

type Keys = {
  rooms: OwnRooms
  /** The room shown, if it is one. */
  slug: string | null
  onShow: (about: 'jump' | 'keys') => void
}

/** What leads from any screen to another by a press: with a modifier also while somebody types. */
function useFrameKeys({ rooms, slug, onShow }: Keys): void {
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
