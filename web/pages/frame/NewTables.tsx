import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { lazyPart } from '#web/ui/behaviour/lazyPart.tsx'
import { useQuietPart } from '#web/ui/behaviour/useQuietPart.ts'

const count = lazyPart(async () => (await import('./TablesCount.tsx')).TablesCount)

/** How much is new at one's tables, after what is seen first. */
export function NewTables() {
  const { pathname } = useLocation()
  return (
    useQuietPart(count, true, pathname) && (
      <Suspense fallback={null}>
        <count.Part />
      </Suspense>
    )
  )
}
