import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { useQuietPart } from '#web/ui/behaviour/useQuietPart.ts'

const foot = lazyPart(async () => (await import('./FootOfRail.tsx')).FootOfRail)

/** At the foot of the rail, after what is seen first. */
export function RailFoot() {
  const { pathname } = useLocation()
  return (
    useQuietPart(foot, true, pathname) && (
      <Suspense fallback={null}>
        <foot.Part />
      </Suspense>
    )
  )
}
