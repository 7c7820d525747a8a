import { Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { useBellCount } from '#web/features/notifications/useBellCount.ts'
import { paths } from '#web/paths.ts'
import { useFits } from '#web/platform/shell/useFits.ts'
import { needWords } from '#web/text/i18n.ts'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { Rail } from './Rail.tsx'
import { Tabs } from './Tabs.tsx'
import { useFrameKeys } from './useFrameKeys.ts'
import { useOwnRooms } from './useOwnRooms.ts'

/** Windows over the screen, fetched when they are first asked for. */
const windows = lazyPart(async () => {
  const [{ FrameWindow }] = await Promise.all([
    import('./FrameWindow.tsx'),
    needWords(['navigation']),
  ])
  return FrameWindow
})

/** The ways from every screen of members to the others: a rail at the left, on a phone tabs at the foot. */
export function Ways() {
  const { pathname } = useLocation()
  const hasRail = useFits('rail')
  const rooms = useOwnRooms()
  const news = useBellCount()
  const [shown, setShown] = useState<'jump' | 'keys' | null>(null)
  const [isClosing, setClosing] = useState(false)
  const show = (one: 'jump' | 'keys') => {
    setClosing(false)
    setShown(one)
  }
  const slug = findSlug(pathname)
  useFrameKeys({ rooms, slug, onShow: show })
  return (
    <>
      {hasRail ? (
        <Rail
          {...{ rooms, news }}
          onJump={() => show('jump')}
          onJumpNear={() => void windows.preload()}
        />
      ) : (
        slug === null && <Tabs {...{ rooms, news }} />
      )}
      {shown && (
        <Suspense fallback={null}>
          <windows.Part
            key={shown}
            about={shown}
            isOpen={!isClosing}
            rooms={rooms}
            onClose={() => setClosing(true)}
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
