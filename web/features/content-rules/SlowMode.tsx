import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { getPace } from '#contract/content-rules/contentRules.ts'
import { query } from '#web/platform/api/call.ts'
import { useLiveEvents } from '#web/platform/live/live.tsx'
import { useOutbox } from '#web/platform/outbox/OutboxProvider.tsx'
import { useMember } from '#web/platform/session/session.ts'
import { Text } from '#web/text/Text.tsx'
import { useText } from '#web/text/useText.ts'

/** In a room that goes slowly: how slowly, and how long until one's next turn. */
export function SlowMode({ slug }: { slug: string }) {
  const { userId } = useMember()
  const client = useQueryClient()
  const own = query(getPace, { params: { slug } })
  const { data, dataUpdatedAt } = useQuery({ ...own, staleTime: 0 })
  const askAgain = () => void client.invalidateQueries({ queryKey: own.queryKey })
  useLiveEvents((event) => {
    const isOwn = event.type === 'post' && event.room === slug && event.post?.author.id === userId
    // the pace of a room comes with `rooms`
    if (isOwn || event.type === 'rooms') askAgain()
  })
  // its event may have come before this was mounted
  const sending = useOutbox().outgoing.filter((entry) => entry.place === slug).length
  const known = useRef(sending)
  const onSent = useEffectEvent(askAgain)
  useEffect(() => {
    if (known.current === sending) return
    known.current = sending
    onSent()
  }, [sending])
  const { slowSeconds = 0, waitSeconds = 0 } = data ?? {}
  const left = useSecondsLeft(waitSeconds > 0 ? dataUpdatedAt + waitSeconds * 1_000 : 0)
  const durationOf = useDuration()
  if (slowSeconds === 0) return null
  return (
    <p className="soft small">
      <Text ns="pacing" k="slow" values={{ every: durationOf(slowSeconds) }} />{' '}
      {left > 0 && (
        <span role="timer">
          <Text ns="pacing" k="slow_left" values={{ left: durationOf(left) }} />
        </span>
      )}
    </p>
  )
}

/** By this device's clock, as the answer came by it. */
function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(() => Date.now())
  const isWaiting = until > now
  useEffect(() => {
    setNow(Date.now())
  }, [until])
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isWaiting])
  return Math.max(0, Math.ceil((until - now) / 1_000))
}

function useDuration() {
  const { t } = useText('pacing')
  return (seconds: number) =>
    seconds >= 60 && seconds % 60 === 0
      ? t('minutes', { count: seconds / 60 })
      : t('seconds', { count: seconds })
}
