// What is said of a text before it is sent, and of what was not taken; it keeps nobody from writing on.
import { useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { findContactData, type ContactData } from '#contract/content-rules/contactData.ts'
import { cleanText } from '#contract/words.ts'
import { getPace } from '#contract/content-rules/contentRules.ts'
import { useOutbox } from '#web/platform/outbox/OutboxProvider.tsx'
import { findTable } from '#web/platform/talk/place.ts'
import { useMember } from '#web/platform/session/session.ts'
import { Text, useText } from '#web/text/Text.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { query } from '#web/platform/api/call.ts'
import { useLiveEvents } from '#web/platform/live/live.tsx'

type Props = {
  /** A room by its slug, or a table. */
  place: string
  text: string
  /** At a table: one of the two has not written often enough for what is given away outside. */
  isEarly?: boolean
}

export function ComposerNotes({ place, text, isEarly = false }: Props) {
  const { isNewcomer } = useMember()
  const { outgoing } = useOutbox()
  const written = useDeferredValue(cleanText(text).trim())
  const found = findContactData(written)
  const isTable = findTable(place) !== undefined
  const isBarring = isTable ? isEarly : isNewcomer
  const barred = isBarring ? found.find(({ kind }) => kind !== 'address') : undefined
  const contact = barred ?? found[0]
  const why = barred ? 'barred' : 'warned'
  const blocked = outgoing.findLast(
    (entry) => entry.place === place && entry.refusal?.code === 'words_blocked',
  )
  const at = blocked?.refusal?.found
  return (
    <>
      <div role="status" className="floats-empty stack-2 small">
        {contact && (
          <Notice
            announced={false}
            tone={barred ? 'danger' : 'info'}
            title={<Seems data={contact} text={written} />}
          >
            <Text
              ns="pacing"
              k={
                contact.kind === 'scam' && !barred ? 'money_warned' : isTable ? `${why}_table` : why
              }
            />
          </Notice>
        )}
        {blocked && at && (
          <Notice announced={false} tone="danger">
            <Text
              ns="pacing"
              k="word_found"
              values={{ found: blocked.text.slice(at.from, at.to) }}
            />
          </Notice>
        )}
      </div>
      {!isTable && <SlowMode slug={place} />}
    </>
  )
}

const Seems = ({ data: { kind, from, to }, text }: { data: ContactData; text: string }) => (
  <Text ns="pacing" k={`seems_${kind}`} values={{ found: text.slice(from, to).trim() }} />
)

/** In a room that goes slowly: how slowly, and how long until one's next turn. */
function SlowMode({ slug }: { slug: string }) {
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
