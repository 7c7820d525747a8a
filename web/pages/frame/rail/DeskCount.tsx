import { useQuery } from '@tanstack/react-query'
import { getStart } from '#contract/admin/admin.ts'
import { query } from '#web/platform/api/call.ts'
import { useLiveEvents } from '#web/platform/live/live.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { Text } from '#web/text/Text.tsx'
import { Count } from '#web/pages/frame/Count.tsx'

const FRESH_MS = 300_000

/** The number of everything that waits for staff; loaded seldom, and after an event about it. */
export function DeskCount() {
  const { isFactorDue } = useMember()
  const { data, refetch } = useQuery({
    ...query(getStart, {}),
    enabled: !isFactorDue,
    retry: false,
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  })
  useLiveEvents(({ type }) => {
    if (!isFactorDue && (type === 'reports' || type === 'submissions')) void refetch()
  })
  const count = data?.waits.reduce((sum, one) => sum + one.count, 0) ?? 0
  if (count === 0) return null
  return (
    <>
      <Count count={count} isSaid />
      <Text as="span" className="visually-hidden" ns="shell" k="nav_waits" values={{ count }} />
    </>
  )
}
